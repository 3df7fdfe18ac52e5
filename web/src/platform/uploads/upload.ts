import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { LOCALE_HEADER } from '@kundig/contract/languages'

import { parseRefusal } from '../api/answer-refusal.ts'
import { recordTermsRefusal } from '../api/terms-refused.ts'
import { getLanguage } from '../preferences/preferences.ts'

/** Time without progress after which an upload counts as a network failure (ms). */
const UPLOAD_TIMEOUT_MS = 60_000

export interface UploadOptions {
  /** Called with the uploaded fraction (0 to 1). */
  onProgress: (part: number) => void
  signal: AbortSignal
}

export interface Upload extends UploadOptions {
  method: 'POST' | 'PUT' | 'DELETE'
  address: string
  body: Blob | null
  /** Returns the error code for an answer without a code, such as a proxy's. */
  toErrorCode: (status: number) => ErrorCode
}

export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled'
}

/**
 * Uploads bytes by XMLHttpRequest, because fetch reports no progress. @returns the answer's JSON
 * @throws Refusal with the server's code, or NETWORK; UploadCancelled when the signal aborts
 */
export function uploadFile({ method, address, body, toErrorCode, onProgress, signal }: Upload): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelled())
    const request = new XMLHttpRequest()
    const watch = createWatchdog(() => {
      reject(new Refusal('NETWORK'))
      request.abort()
    })
    request.open(method, address)
    request.setRequestHeader(LOCALE_HEADER, getLanguage())
    if (body) request.setRequestHeader('content-type', body.type)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch.restart()
      onProgress(total === 0 ? 1 : loaded / total)
    })
    request.addEventListener('error', () => reject(new Refusal('NETWORK')))
    request.addEventListener('abort', () => reject(new UploadCancelled()))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.response)
      else reject(toRefusal(request) ?? new Refusal(toErrorCode(request.status)))
    })
    request.addEventListener('loadend', watch.stop)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function toRefusal(request: XMLHttpRequest): Refusal | null {
  const refusal = parseRefusal(request.response)
  recordTermsRefusal(refusal?.code)
  const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN)
  return refusal && new Refusal(refusal.code, refusal.field, seconds >= 0 ? seconds : undefined)
}

/** Creates a timer that ends uploads without progress. Slow uploads continue. */
function createWatchdog(onSilence: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(onSilence, UPLOAD_TIMEOUT_MS)
  return {
    restart: () => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, UPLOAD_TIMEOUT_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
