import { ECDH } from 'node:crypto'

import webPush from 'web-push'

import { describeError } from '../logging/logger.ts'
import { AddressRefusedError, type GuardedPost } from './guarded-post.ts'
import type { VapidKeys } from './vapid.ts'

const POINT_BYTES = 65
const UNCOMPRESSED = 4
const AUTH_BYTES = 16

/** Browser that receives pushes. Anyone with its address can send to it, so the address must not be logged. */
export interface PushTarget {
  endpoint: string
  /** The browser's public key and secret, in base64url: only the browser can decrypt its pushes. */
  p256dh: string
  auth: string
}

/** Delivery terms (RFC 8030). */
export interface PushTerms {
  /** Topic by which a retry replaces a pending copy: at most 32 characters of base64url. */
  topic: string
  urgency: 'low' | 'normal' | 'high'
  /** Storage time for an offline browser (s). */
  ttlS: number
}

/** Answer of a push service; `gone` means that the browser no longer exists. */
export type PushAnswer =
  | { result: 'taken' | 'gone' }
  | {
      result: 'failed'
      /** Reason for the log. */ reason: string
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
    return hasValidKeys(target) && (await this.#deps.guarded.allows(target.endpoint))
  }

  /** Encrypts a push for the browser (RFC 8291), and sends it. Never throws for failures of the push service. */
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

/** True for valid keys: a point on the curve P-256, and a secret of sixteen bytes. */
function hasValidKeys({ p256dh, auth }: PushTarget): boolean {
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
