import type { ErrorCode } from '@kundig/contract/errors'

/** A message on its way. It stays here until the server has acknowledged it. */
export interface Unsent {
  clientId: string
  roomId: string
  content: string
  /** When it was written, ISO 8601, by this machine's clock: for display only. */
  writtenAt: string
  /** Set when sending has been given up: the reason. The person may retry or drop it. */
  failed: ErrorCode | null
}
