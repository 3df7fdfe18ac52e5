import { implementation } from './implementation.ts'

/**
 * Procedures that need accepted terms after the deadline, because they affect other people or begin a payment.
 * Reading, exporting, ending, objecting, reporting, blocking and leaving never need accepted terms.
 */
export const NEEDS_TERMS: ReadonlySet<string> = new Set([
  'appointments.propose',
  'appointments.accept',
  'appointments.changeLink',
  'chat.send',
  'chat.editMessage',
  'chat.react',
  'connectionRequests.create',
  'connectionRequests.sendQuestion',
  'connectionRequests.accept',
  'payments.onboard',
  'payments.startCardSetup',
  'payments.addCard',
  'payments.ask',
  'payments.clientSecret',
  'profiles.save',
  'reviews.save',
  'reviews.answer',
])

export interface TermsGate {
  /** @throws Refusal TERMS_NOT_ACCEPTED after the deadline */
  requireAccepted: (userId: string) => Promise<void>
}

export const requireTerms = (terms: TermsGate) =>
  implementation.use(async ({ context: { viewer }, path, next }) => {
    if (viewer && NEEDS_TERMS.has(path.join('.'))) await terms.requireAccepted(viewer.userId)
    return next()
  })
