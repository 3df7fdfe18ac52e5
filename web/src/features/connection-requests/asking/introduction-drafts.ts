import { draftKey, TabDraftStore } from '../../../platform/state/draft-store.ts'

/** A question that a visitor wrote, with the id that it got when it was asked. */
export interface VisitorDraft {
  message: string
  full_name: string
  email: string
  question?: string | undefined
}

/** Introductions that were written and not sent, for each sender and receiver. */
export const introductions = new TabDraftStore((value) => typeof value === 'string')

/** Questions of visitors, for each receiver. */
export const visitorDrafts = new TabDraftStore(
  (value): value is VisitorDraft =>
    typeof value === 'object' && value !== null && 'message' in value && 'email' in value,
)

export const visitorKey = (receiverId: string): string => draftKey('', receiverId)

/** The introduction that a person began for a receiver, maybe before logging in. */
export function readIntroduction(key: string, receiverId: string): string {
  return introductions.read(key) ?? visitorDrafts.read(visitorKey(receiverId))?.message ?? ''
}

/** Forgets what was written for a receiver: it was sent. */
export function forgetIntroduction(key: string, receiverId: string): void {
  introductions.forget(key)
  visitorDrafts.forget(visitorKey(receiverId))
}
