import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

const CURVE = 'prime256v1'
const SALT_BYTES = 16
const TAG_BYTES = 16
const KEY_BYTES = 16
const NONCE_BYTES = 12
/** Delimiter of the last record; zeros may follow. */
const DELIMITER = 2

export interface BrowserKeys {
  p256dh: string
  auth: string
  privateKey: string
}

export function createBrowserKeys(): BrowserKeys {
  const curve = createECDH(CURVE)
  return {
    p256dh: curve.generateKeys('base64url'),
    auth: randomBytes(SALT_BYTES).toString('base64url'),
    privateKey: curve.getPrivateKey('base64url'),
  }
}

/** Decrypts a push like a browser (RFC 8291, with the one record of RFC 8188). @throws Error for other keys */
export function decryptPush(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES)
  const recordBytes = body.readUInt32BE(SALT_BYTES)
  const senderKeyStart = SALT_BYTES + 5
  const senderKey = body.subarray(senderKeyStart, senderKeyStart + body.readUInt8(SALT_BYTES + 4))
  const record = body.subarray(senderKeyStart + senderKey.length)
  if (record.length > recordBytes) throw new Error('A push has one record')

  const curve = createECDH(CURVE)
  curve.setPrivateKey(privateKey, 'base64url')
  const shared = deriveKey(
    curve.computeSecret(senderKey),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), senderKey]),
    32,
  )
  const key = deriveKey(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = deriveKey(shared, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)

  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== DELIMITER) throw new Error('The last record of a push ends with a two')
  return padded.subarray(0, end).toString('utf8')
}

/** HKDF with SHA-256 for at most 32 bytes (RFC 5869): one block. */
function deriveKey(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', extracted)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, bytes)
}
