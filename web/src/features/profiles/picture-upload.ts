import { type ErrorCode, isErrorCode, Refusal } from '@kundig/contract/errors'
import { LOCALE_HEADER } from '@kundig/contract/languages'

/** How long nothing may be heard of an upload before it counts as a network failure (ms). */
const UPLOAD_TIMEOUT_MS = 60_000

export interface UploadOptions {
  /** Hears which part of the picture has left (0 to 1). */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** The caller gave the upload up. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled'
}

function addressOf(userId: string): string {
  return `/api/profiles/${encodeURIComponent(userId)}/picture`
}

/**
 * Sends one's own picture, or takes it away. An XMLHttpRequest, because fetch does not tell how far it is.
 * @param picture null takes the picture away
 * @returns the address of the new picture, or null without one
 * @throws Refusal with the server's code, or NETWORK; UploadCancelled after the signal
 */
export function sendPicture(
  userId: string,
  picture: Blob | null,
  { onProgress, signal }: UploadOptions,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelled())
    const request = new XMLHttpRequest()
    request.open(picture ? 'PUT' : 'DELETE', addressOf(userId))
    request.setRequestHeader(LOCALE_HEADER, document.documentElement.lang)
    if (picture) request.setRequestHeader('content-type', picture.type)
    request.responseType = 'json'
    request.timeout = UPLOAD_TIMEOUT_MS
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
    const failed = (): void => reject(new Refusal('NETWORK'))
    request.addEventListener('error', failed)
    request.addEventListener('timeout', failed)
    request.addEventListener('abort', () => reject(new UploadCancelled()))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(addressIn(request.response))
      else reject(new Refusal(codeIn(request.response, request.status)))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(picture)
  })
}

/** The server's own code; without one, something between us and it answered. */
function codeIn(body: unknown, status: number): ErrorCode {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  if (isErrorCode(code) && code !== 'UNEXPECTED') return code
  return status === 413 ? 'IMAGE_TOO_LARGE' : 'IMAGE_UNREADABLE'
}

function addressIn(body: unknown): string | null {
  const address =
    typeof body === 'object' && body !== null && 'profile_picture_url' in body ? body.profile_picture_url : null
  return typeof address === 'string' ? address : null
}
