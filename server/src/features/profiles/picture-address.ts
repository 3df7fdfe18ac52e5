import { createHash } from 'node:crypto'

/** Where pictures are read, and with the id what they are stored under. */
export const PICTURES_PATH = '/files/profile_pictures'

/** What a person's picture is stored under: one file each. */
export function pictureKey(userId: string): string {
  return `profile_pictures/${userId}`
}

/** The address of one very picture: the next one has another. */
export function pictureUrl(userId: string, version: string): string {
  return `${PICTURES_PATH}/${userId}?v=${version}`
}

/** Which picture it is: the beginning of its SHA-256, in hexadecimal. */
export function hashVersion(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 32)
}
