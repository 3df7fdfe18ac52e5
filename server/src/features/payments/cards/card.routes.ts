import type { PaymentConfiguration } from '@kundig/contract/payments/payments.contract'

import { implementation, requireViewer, type RequestContext } from '../../../implementation.ts'
import type { CardService } from './card.service.ts'

export interface CardProcedures {
  cards: CardService
  configuration: () => PaymentConfiguration
  /** @throws Refusal TOO_MANY_ATTEMPTS */
  countSetup: (userId: string) => Promise<void>
  /** Counts all other calls to Stripe. @throws Refusal TOO_MANY_ATTEMPTS */
  count: (userId: string) => Promise<void>
}

export function createCardProcedures({ cards, configuration, countSetup, count }: CardProcedures) {
  const { payments } = implementation
  async function requireViewerWithinLimit(context: RequestContext): Promise<string> {
    const { userId } = requireViewer(context)
    await count(userId)
    return userId
  }
  return {
    configuration: payments.configuration.handler(configuration),
    cards: payments.cards.handler(async ({ context }) => cards.list(await requireViewerWithinLimit(context))),
    startCardSetup: payments.startCardSetup.handler(async ({ context }) => {
      const { userId } = requireViewer(context)
      await countSetup(userId)
      return cards.startSetup(userId)
    }),
    addCard: payments.addCard.handler(async ({ context, input }) =>
      cards.add(await requireViewerWithinLimit(context), input.setup_intent_id),
    ),
    makeDefaultCard: payments.makeDefaultCard.handler(async ({ context, input }) =>
      cards.makeDefault(await requireViewerWithinLimit(context), input.id),
    ),
    removeCard: payments.removeCard.handler(async ({ context, input }) =>
      cards.remove(await requireViewerWithinLimit(context), input.id),
    ),
  }
}
