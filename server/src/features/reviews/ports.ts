import type { Language } from '@kundig/contract/languages'

export interface MailRecipient {
  to: string
  language: Language
  unsubscribeUrl: string
  /** End of the person's quiet hours; null outside quiet hours. */
  quietUntil: Date | null
}

/** Returns the recipient of optional mails about payments; null for a person who receives none. */
export type FindMailRecipient = (userId: string) => Promise<MailRecipient | null>
