import { randomBytes } from 'node:crypto'

import { extensionOf } from '@kundig/contract/chat/file-rules'

/** Where files are read; what follows is what they are stored under. */
export const FILES_PATH = '/files/chat_rooms'

/** The most of a name that goes into a key (bytes): file systems take 255 in all, and addresses grow threefold. */
const NAME_MAX_BYTES = 160

/**
 * What a file is stored as: when, something that nobody can guess or choose, and its name (spec 7).
 * @param name cleaned; a long one is cut here, and whole in the database
 */
export function storedNameOf(name: string, now: Date): string {
  const extension = extensionOf(name)
  const end = extension === '' ? '' : `.${extension}`
  let stem = ''
  for (const letter of name.slice(0, name.length - end.length)) {
    if (Buffer.byteLength(stem + letter + end) > NAME_MAX_BYTES) break
    stem += letter
  }
  return `${now.getTime()}_${randomBytes(8).toString('hex')}_${stem}${end}`
}

/** What a file is stored under. */
export function fileKey(roomId: string, storedName: string): string {
  return `chat_rooms/${roomId}/files/${storedName}`
}

/** What the small image of an image is stored under. */
export function thumbnailKey(roomId: string, storedName: string): string {
  return `chat_rooms/${roomId}/thumbnails/${storedName}`
}

/** The address of a file, or of its thumbnail. */
export function fileUrl(roomId: string, kind: 'files' | 'thumbnails', storedName: string): string {
  return `${FILES_PATH}/${roomId}/${kind}/${encodeURIComponent(storedName)}`
}
