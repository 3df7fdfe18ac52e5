import { type ErrorCode, Refusal } from '@kundig/contract/errors'
import { LOCALE_HEADER } from '@kundig/contract/languages'

import { refusalIn } from '../api/answer-refusal.ts'
import { noteRefusal } from '../api/terms-refused.ts'
import { currentLanguage } from '../preferences/preferences.ts'

/** How long nothing may be heard of an upload before it counts as a network failure (ms). */
const UPLOAD_TIMEOUT_MS = 60_000

export interface UploadOptions {
  /** Hears which part has left (0 to 1). */
  onProgress: (part: number) => void
  signal: AbortSignal
}

export interface Upload extends UploadOptions {
  method: 'POST' | 'PUT' | 'DELETE'
  address: string
  /** Sent as it is, under its own type. */
  body: Blob | null
  /** What an answer without a code of ours means: its status is from something between us and the server. */
  codeOf: (status: number) => ErrorCode
}

/** The caller gave the upload up. */
export class UploadCancelled extends Error {
  override readonly name = 'UploadCancelled'
}

/**
 * Sends bytes and tells how far it is: an XMLHttpRequest, because fetch does not.
 * @returns the answer's JSON
 * @throws Refusal with the server's code, or NETWORK; UploadCancelled after the signal
 */
export function upload({ method, address, body, codeOf, onProgress, signal }: Upload): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelled())
    const request = new XMLHttpRequest()
    const watch = watchdog(() => {
      reject(new Refusal('NETWORK'))
      request.abort()
    })
    request.open(method, address)
    request.setRequestHeader(LOCALE_HEADER, currentLanguage())
    if (body) request.setRequestHeader('content-type', body.type)
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      watch.heard()
      onProgress(total === 0 ? 1 : loaded / total)
    })
    request.addEventListener('error', () => reject(new Refusal('NETWORK')))
    request.addEventListener('abort', () => reject(new UploadCancelled()))
    request.addEventListener('load', () => {
      if (request.status < 300) resolve(request.response)
      else reject(refusalOf(request) ?? new Refusal(codeOf(request.status)))
    })
    request.addEventListener('loadend', watch.stop)
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** What the server refused, with when it is worth trying again, if it says so. */
function refusalOf(request: XMLHttpRequest): Refusal | null {
  const refusal = refusalIn(request.response)
  noteRefusal(refusal?.code)
  const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN)
  return refusal && new Refusal(refusal.code, refusal.field, seconds >= 0 ? seconds : undefined)
}

/** Calls back once nothing has been heard for too long. A slow line is not a dead one. */
function watchdog(onSilence: () => void): { heard: () => void; stop: () => void } {
  let timer = setTimeout(onSilence, UPLOAD_TIMEOUT_MS)
  return {
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(onSilence, UPLOAD_TIMEOUT_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
