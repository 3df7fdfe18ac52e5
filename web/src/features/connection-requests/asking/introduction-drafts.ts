import { toDraftKey, TabDraftStore } from '../../../platform/state/draft-store.ts'

export interface VisitorDraft {
  message: string
  full_name: string
  email: string
  question?: string | undefined
}

export const introductions = new TabDraftStore((value) => typeof value === 'string')

export const visitorDrafts = new TabDraftStore(
  (value): value is VisitorDraft =>
    typeof value === 'object' && value !== null && 'message' in value && 'email' in value,
)

export const visitorKey = (receiverId: string): string => toDraftKey('', receiverId)

/** Reads a person's draft, or the draft that they wrote as a visitor before the log-in. */
export function readIntroduction(key: string, receiverId: string): string {
  return introductions.read(key) ?? visitorDrafts.read(visitorKey(receiverId))?.message ?? ''
}

export function forgetIntroduction(key: string, receiverId: string): void {
  introductions.forget(key)
  visitorDrafts.forget(visitorKey(receiverId))
}
