import { ECDH } from 'node:crypto'

import webPush from 'web-push'

import { describeError } from '../logging/logger.ts'
import { AddressRefusedError, type GuardedPost } from './guarded-post.ts'
import type { VapidKeys } from './vapid.ts'

const POINT_BYTES = 65
const UNCOMPRESSED = 4
const AUTH_BYTES = 16

/** The address alone allows sending: it belongs in no log. */
export interface PushTarget {
  endpoint: string
  /** The browser's public key and secret, in base64url: only it can read its pushes. */
  p256dh: string
  auth: string
}

/** Delivery terms (RFC 8030). */
export interface PushTerms {
  /** Replaces a pending copy: the same at every try, at most 32 characters of base64url. */
  topic: string
  urgency: 'low' | 'normal' | 'high'
  /** Storage time for an offline browser (s). */
  ttlS: number
}

/** `gone`: the browser no longer exists. */
export type PushAnswer =
  | { result: 'taken' | 'gone' }
  | {
      result: 'failed'
      /** For the log. */ reason: string
      /** Retry delay from the push service (s). */ afterS?: number
    }

interface PushSenderOptions {
  keys: VapidKeys
  subject: string
  guarded: GuardedPost
}

export class PushSender {
  readonly #deps: PushSenderOptions
  readonly publicKey

  constructor(deps: PushSenderOptions) {
    this.#deps = deps
    this.publicKey = deps.keys.publicKey
  }

  close(): void {
    this.#deps.guarded.close()
  }

  async accepts(target: PushTarget): Promise<boolean> {
    return hasKeys(target) && (await this.#deps.guarded.allows(target.endpoint))
  }

  /** Encrypts for the browser (RFC 8291). Never throws for failures of the other side. */
  async send(
    { endpoint, p256dh, auth }: PushTarget,
    payload: string,
    { topic, urgency, ttlS }: PushTerms,
  ): Promise<PushAnswer> {
    try {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject: this.#deps.subject, ...this.#deps.keys },
        contentEncoding: 'aes128gcm',
        TTL: ttlS,
        topic,
        urgency,
      })
      return toPushAnswer(await this.#deps.guarded.post(endpoint, headers, body ?? Buffer.alloc(0)))
    } catch (error) {
      return { result: 'failed', reason: error instanceof AddressRefusedError ? error.message : describeError(error) }
    }
  }
}

function toPushAnswer({ status, retryAfterS }: { status: number; retryAfterS: number | undefined }): PushAnswer {
  if (status >= 200 && status < 300) return { result: 'taken' }
  if (status === 404 || status === 410) return { result: 'gone' }
  return {
    result: 'failed',
    reason: `answered ${status}`,
    ...(retryAfterS === undefined ? {} : { afterS: retryAfterS }),
  }
}

/** True for a point on the curve P-256, and sixteen bytes. */
function hasKeys({ p256dh, auth }: PushTarget): boolean {
  const [point, secret] = [readBase64Url(p256dh), readBase64Url(auth)]
  if (point?.length !== POINT_BYTES || point[0] !== UNCOMPRESSED || secret?.length !== AUTH_BYTES) return false
  try {
    return ECDH.convertKey(point, 'prime256v1').length === POINT_BYTES
  } catch {
    return false
  }
}

function readBase64Url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}
