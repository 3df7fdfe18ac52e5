import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

import { isPublicName } from './public-addresses.ts'

const CURVE = 'prime256v1'
const PRIVATE_KEY_BYTES = 32
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keys that identify this site to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

export function createVapidKeys(): VapidKeys {
  const curve = createECDH(CURVE)
  return { publicKey: curve.generateKeys('base64url'), privateKey: encodePaddedKey(curve.getPrivateKey()) }
}

/** Restores the leading zeros that Node omits in one key of 256: keys must be sent in full length. */
function encodePaddedKey(privateKey: Buffer): string {
  return Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - privateKey.length), privateKey]).toString('base64url')
}

export function isVapidKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== PRIVATE_KEY_BYTES) return false
  try {
    const curve = createECDH(CURVE)
    curve.setPrivateKey(bytes)
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

/** True for reachable `mailto:` and `https:` addresses: push services refuse others. */
export function isVapidSubject(subject: string): boolean {
  if (subject.startsWith('mailto:')) {
    const host = /^mailto:[^@\s<>]+@([^@\s<>]+)$/u.exec(subject)?.[1]
    return host !== undefined && isPublicName(host.toLowerCase())
  }
  return URL.canParse(subject) && new URL(subject).protocol === 'https:' && isPublicName(new URL(subject).hostname)
}

export function sealPrivateKey({ publicKey, privateKey }: VapidKeys, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, deriveSealingKey(secret), nonce)
  cipher.setAAD(Buffer.from(publicKey))
  const sealed = Buffer.concat([cipher.update(privateKey, 'base64url'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts the private key. Returns null for another secret, and for changed data. */
export function unsealPrivateKey(publicKey: string, sealed: string, secret: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, deriveSealingKey(secret), bytes.subarray(0, NONCE_BYTES))
    decipher.setAAD(Buffer.from(publicKey))
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    // A stored key may lack its leading zeros.
    return encodePaddedKey(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]))
  } catch {
    return null
  }
}

/** Derives a separate encryption key. Other uses of the secret reveal nothing about this key. */
function deriveSealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'private key of web push', 32))
}
