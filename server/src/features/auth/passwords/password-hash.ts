import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { queuePasswordHash } from './password-queue.ts'

const derive = promisify(argon2)

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const SETTINGS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const
const SALT_BYTES = 16

/** Returns a PHC string with the settings. @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when the queue is full */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await computeDigest(password, salt, SETTINGS)
  const { memory, passes, parallelism } = SETTINGS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/u

/** Compares in constant time. @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when the queue is full */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const [, memory, passes, lanes, salt, expected] = PHC.exec(hash) ?? []
  if (!memory || !passes || !lanes || !salt || !expected) return false
  const known = Buffer.from(expected, 'base64')
  const found = await computeDigest(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: known.length,
  })
  return timingSafeEqual(found, known)
}

interface DigestSettings {
  /** KiB. */
  memory: number
  passes: number
  parallelism: number
  /** Bytes. */
  tagLength: number
}

function computeDigest(password: string, nonce: Buffer, settings: DigestSettings): Promise<Buffer> {
  // NFKC gives the same password the same bytes on every keyboard and system.
  const message = Buffer.from(password.normalize('NFKC'))
  return queuePasswordHash(() => derive('argon2id', { message, nonce, ...settings }))
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/u, '')
}
