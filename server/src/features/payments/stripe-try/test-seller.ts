import type { Stripe } from 'stripe'

import { INCLUDED } from '../selling/account-state.ts'
import { buildAccountParams, buildOnboardingLinkParams } from '../selling/new-account.ts'

const POLL_MS = 3000

/** Passes the URL of Stripe's form to `onForm`; a person fills in the form. @throws Error after `patienceMs` */
export async function createTestSeller(
  stripe: Stripe,
  { onForm, patienceMs, pollMs = POLL_MS }: { onForm: (url: string) => unknown; patienceMs: number; pollMs?: number },
): Promise<string> {
  const { id } = await stripe.v2.core.accounts.create(
    buildAccountParams('seller@example.com', 'A seller who tries Stripe', {}),
  )
  const link = await stripe.v2.core.accountLinks.create(buildOnboardingLinkParams(id, 'https://example.com'))
  await onForm(link.url)
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const { configuration } = await stripe.v2.core.accounts.retrieve(id, { include: [...INCLUDED] })
    if (configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status === 'active') return id
    if (performance.now() > endsAt) throw new Error(`onboarding form of ${id} was not completed in time`)
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs)
    })
  }
}
