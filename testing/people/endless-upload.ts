import { once } from 'node:events'
import { request } from 'node:http'

import { toCookieHeader, type Person } from './test-client.ts'

/** Sends zeroes without a declared length until the server answers. @param most maximum (bytes) */
export async function sendEndlessUpload(
  who: Person,
  url: string,
  { method, type, most }: { method: 'POST' | 'PUT'; type: string; most: number },
): Promise<{ status: number; sentBytes: number }> {
  const call = request(url, { method })
  call.setHeader('content-type', type)
  call.setHeader('cookie', toCookieHeader(who))
  // The server may close the connection during the upload.
  call.on('error', () => undefined)
  const over = new AbortController()
  const answered = new Promise<number>((resolve) => {
    call.on('response', (response) => resolve(response.statusCode ?? 0))
  })
  const chunk = Buffer.alloc(256 * 1024)
  let sentBytes = 0
  const sending = (async () => {
    while (sentBytes < most && !over.signal.aborted) {
      sentBytes += chunk.length
      if (!call.write(chunk)) await once(call, 'drain', { signal: over.signal }).catch(() => undefined)
    }
  })()
  const status = await answered
  over.abort()
  await sending
  call.destroy()
  return { status, sentBytes }
}
