import { implementation } from './implementation.ts'

/**
 * What asks for accepted terms once the time to accept them is over: what reaches other people or begins a payment. Reading, having
 * one's data, ending things, objecting, reporting, blocking and leaving never do.
 */
export const NEEDS_TERMS: ReadonlySet<string> = new Set([
  'chat.send',
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

/** Who has accepted the terms. */
export interface TermsGate {
  /** @throws Refusal TERMS_NOT_ACCEPTED once the time to accept them is over */
  requireAccepted: (userId: string) => Promise<void>
}

/** The procedures behind the question whether who calls them has accepted the terms. */
export const behindTerms = (terms: TermsGate) =>
  implementation.use(async ({ context: { viewer }, path, next }) => {
    if (viewer && NEEDS_TERMS.has(path.join('.'))) await terms.requireAccepted(viewer.userId)
    return next()
  })
