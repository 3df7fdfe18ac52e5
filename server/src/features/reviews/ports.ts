import type { Language } from '@kundig/contract/languages'

/** The recipient of an optional mail about payments. */
export interface MailRecipient {
  to: string
  language: Language
  unsubscribeUrl: string
  /** The end of the person's quiet hours; null outside of them. */
  quietUntil: Date | null
}

/** The recipient of optional mails about payments; null where the person gets none. */
export type FindMailRecipient = (userId: string) => Promise<MailRecipient | null>
