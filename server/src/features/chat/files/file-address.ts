import { randomBytes } from 'node:crypto'

import { readExtension } from '@kundig/contract/chat/file-rules'

export const FILES_PATH = '/files/chat_rooms'

/** Maximum length of a file name in a key (bytes). File systems allow 255 in all, and URL encoding triples the name. */
const NAME_MAX_BYTES = 160

/** Adds a random part to the file name, so that the stored name can be neither guessed nor chosen (spec 7). */
export function toStoredName(name: string, now: Date): string {
  const extension = readExtension(name)
  const end = extension === '' ? '' : `.${extension}`
  let stem = ''
  for (const letter of name.slice(0, name.length - end.length)) {
    if (Buffer.byteLength(stem + letter + end) > NAME_MAX_BYTES) break
    stem += letter
  }
  return `${now.getTime()}_${randomBytes(8).toString('hex')}_${stem}${end}`
}

export function toFileKey(roomId: string, storedName: string): string {
  return `chat_rooms/${roomId}/files/${storedName}`
}

export function toThumbnailKey(roomId: string, storedName: string): string {
  return `chat_rooms/${roomId}/thumbnails/${storedName}`
}

export function toFileUrl(roomId: string, kind: 'files' | 'thumbnails', storedName: string): string {
  return `${FILES_PATH}/${roomId}/${kind}/${encodeURIComponent(storedName)}`
}
