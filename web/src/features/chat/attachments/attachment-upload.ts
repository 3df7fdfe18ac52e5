import type { Message } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { upload, type UploadOptions } from '../../../platform/uploads/upload.ts'
import { hashInWorker, isImage, type PreparedFile } from './attachment-preparation.ts'

/** What the server has stored is not what was sent. */
export class FileDamaged extends Refusal {
  constructor() {
    super('FILE_SEND_FAILED')
  }
}

/**
 * Sends a file to a room; the same client id again sends nothing twice. While it is on its way its hash is made, and
 * the server must come to the same one: what it stores are the same bytes (an image it encodes anew).
 * @returns the message that the file became
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
