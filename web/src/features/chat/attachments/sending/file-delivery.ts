import type { Message } from '@kundig/contract/chat/chat.contract'
import { ERRORS, type ErrorCode } from '@kundig/contract/errors'

import { isRefusal, toFailure } from '../../../../platform/api/failure.ts'
import type { UploadOptions } from '../../../../platform/uploads/upload.ts'
import { computeRetryDelayMs } from '../../outbox/outbox-sending.ts'
import type { PreparedFile } from '../prepared-file.ts'
import { FileDamaged } from './attachment-upload.ts'

interface FileDelivery {
  roomId: string
  clientId: string
  /** Time of pressing Send (ISO 8601). */
  sentAt: string
  prepared: PreparedFile
}

export interface DeliveryOptions {
  /**
   * Resolves once the person's upload can reach the server and the room's earlier texts were sent. Resolves to true if
   * the connection was interrupted. Rejects after the signal.
   */
  ready: (file: FileDelivery, signal: AbortSignal) => Promise<boolean>
  send: (roomId: string, clientId: string, file: PreparedFile, options: UploadOptions) => Promise<Message>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Maximum number of automatic retries. Failures caused by a missing connection do not count. */
const RETRIES_MAX = 5

/**
 * Sends a file once there is a connection, and retries failures that can succeed later.
 * @param onWait called before each delay
 * @throws the last attempt's error; any error after the signal
 */
export async function deliverFile(
  { ready, send, wait }: DeliveryOptions,
  file: FileDelivery,
  upload: UploadOptions,
  onWait: (error: unknown, waitMs: number) => void,
): Promise<Message> {
  const { signal, onProgress } = upload
  for (let again = 0; ; again++) {
    // A failure for lack of a connection does not count as an attempt.
    if (await ready(file, signal)) again = 0
    signal.throwIfAborted()
    try {
      onProgress(0)
      return await send(file.roomId, file.clientId, file.prepared, upload)
    } catch (error) {
      const waitMs = computeDelayMs(error, again + 1)
      if (waitMs === null || again >= RETRIES_MAX || signal.aborted) throw error
      onWait(error, waitMs)
      await wait(waitMs, signal)
    }
  }
}

const TEMPORARY: readonly ErrorCode[] = ['UPLOADS_UNDER_WAY', 'UPLOAD_RATE_EXCEEDED', 'UNAVAILABLE']

/** Returns the delay before an automatic retry (ms); null when the sender must decide. @param attempt counts from 1 */
function computeDelayMs(error: unknown, attempt: number): number | null {
  if (error instanceof FileDamaged) return null
  const { code } = toFailure(error, 'FILE_SEND_FAILED')
  if (isRefusal(error) && error.retryAfterS !== undefined && TEMPORARY.includes(code)) return error.retryAfterS * 1000
  return ERRORS[code].status >= 500 ? computeRetryDelayMs(attempt, 0) : null
}
