/** Former and present paths below `/api`; the server answers at both. Empty this list in the next release. */
export const FORMER_PATHS: Readonly<Record<string, string>> = {
  '/connection-requests/waiting': '/connection-requests/sent',
  '/email-verification/disown': '/email-verification/reject',
  '/operations/books/look': '/operations/books/balance-check',
  '/operations/settings/face': '/operations/settings/branding',
  '/operations/unknown-payments/{id}/ignore': '/operations/unmatched-charges/{id}/ignore',
  '/operations/unknown-payments/{id}/take-in': '/operations/unmatched-charges/{id}/reconcile',
  '/payments/earned': '/payments/received',
  '/payments/paid': '/payments/sent',
  '/second-factor/asked': '/second-factor/challenge',
  '/second-factor/begin': '/second-factor/setup',
  '/second-factor/give': '/second-factor/verify',
  '/second-factor/turn-off': '/second-factor/disable',
  '/second-factor/turn-on': '/second-factor/enable',
  '/sessions/end-all': '/sessions/revoke-all',
  '/sessions/end-others': '/sessions/revoke-others',
}
