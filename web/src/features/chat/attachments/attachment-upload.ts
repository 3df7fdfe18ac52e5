import type { Message } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { upload, type UploadOptions } from '../../../platform/uploads/upload.ts'
import { hashInWorker } from './attachment-tasks.ts'
import { isImage, type PreparedFile } from './prepared-file.ts'

/** What the server has stored is not what was sent. */
export class FileDamaged extends Refusal {
  constructor() {
    super('FILE_SEND_FAILED')
  }
}

/**
 * Uploads a file to a room; a repeated client id stores nothing twice. The hash that the server computes must equal
 * ours, so that the same bytes are stored. (Images have none: the server encodes them anew.)
 * @returns the message with the file
 * @throws Refusal with the server's code, or NETWORK; FileDamaged; UploadCancelled after the signal
 */
export async function sendFile(
  roomId: string,
  clientId: string,
  { body, name }: PreparedFile,
  options: UploadOptions,
): Promise<Message> {
  const query = new URLSearchParams({ client_id: clientId, name })
  const [answer, hash] = await Promise.all([
    upload({
      ...options,
      method: 'POST',
      address: `/api/chat-rooms/${encodeURIComponent(roomId)}/files?${query.toString()}`,
      body,
      codeOf: codeOfStatus,
    }),
    isImage(body.type) ? null : hashInWorker(body).catch(() => null),
  ])
  if (!isMessage(answer)) throw new Refusal('FILE_SEND_FAILED')
  if (hash !== null && answer.file?.contentHash !== hash) throw new FileDamaged()
  return answer
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 413) return 'FILE_TOO_LARGE'
  if (status === 429) return 'UPLOAD_RATE_EXCEEDED'
  return status > 500 ? 'UNAVAILABLE' : 'FILE_SEND_FAILED'
}

function isMessage(body: unknown): body is Message {
  return typeof body === 'object' && body !== null && 'seq' in body && 'file' in body
}
