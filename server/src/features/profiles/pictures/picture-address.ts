import { createHash } from 'node:crypto'

export const PICTURES_PATH = '/files/profile_pictures'

export function toPictureKey(userId: string): string {
  return `profile_pictures/${userId}`
}

export function toPictureUrl(userId: string, version: string): string {
  return `${PICTURES_PATH}/${userId}?v=${version}`
}

export function computePictureVersion(picture: Buffer): string {
  return createHash('sha256').update(picture).digest('hex').slice(0, 32)
}
