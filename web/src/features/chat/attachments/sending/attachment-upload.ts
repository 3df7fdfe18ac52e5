import type { Message } from '@kundig/contract/chat/chat.contract'
import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { uploadFile, type UploadOptions } from '../../../../platform/uploads/upload.ts'
import { hashInWorker } from '../pictures/attachment-tasks.ts'
import { isImage, type PreparedFile } from '../prepared-file.ts'

export class FileDamaged extends Refusal {
  constructor() {
    super('FILE_SEND_FAILED')
  }
}

/**
 * Uploads a file, stored once per client id. The server's hash must match this file's, except for re-encoded images.
 * @throws Refusal with the server's code or NETWORK; FileDamaged for another hash; UploadCancelled after the signal
 */
export async function sendFile(
  roomId: string,
  clientId: string,
  { body, name }: PreparedFile,
  options: UploadOptions,
): Promise<Message> {
  const query = new URLSearchParams({ client_id: clientId, name })
  const [answer, hash] = await Promise.all([
    uploadFile({
      ...options,
      method: 'POST',
      address: `/api/chat-rooms/${encodeURIComponent(roomId)}/files?${query.toString()}`,
      body,
      toErrorCode,
    }),
    isImage(body.type) ? null : hashInWorker(body).catch(() => null),
  ])
  if (!isMessage(answer)) throw new Refusal('FILE_SEND_FAILED')
  if (hash !== null && answer.file?.contentHash !== hash) throw new FileDamaged()
  return answer
}

function toErrorCode(status: number): ErrorCode {
  if (status === 413) return 'FILE_TOO_LARGE'
  if (status === 429) return 'UPLOAD_RATE_EXCEEDED'
  return status > 500 ? 'UNAVAILABLE' : 'FILE_SEND_FAILED'
}

function isMessage(body: unknown): body is Message {
  return typeof body === 'object' && body !== null && 'seq' in body && 'file' in body
}
