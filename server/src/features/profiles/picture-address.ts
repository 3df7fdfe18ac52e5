import { createHash } from 'node:crypto'

/** Prefix of picture URLs, and with the id the storage key. */
export const PICTURES_PATH = '/files/profile_pictures'

export function pictureKey(userId: string): string {
  return `profile_pictures/${userId}`
}

export function pictureUrl(userId: string, version: string): string {
  return `${PICTURES_PATH}/${userId}?v=${version}`
}

/** Returns the version of a picture: the first digits of its SHA-256, in hexadecimal. */
export function hashVersion(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 32)
}
