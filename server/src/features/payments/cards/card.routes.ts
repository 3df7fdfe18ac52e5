import type { PaymentConfiguration } from '@kundig/contract/payments/payments.contract'

import { countSharedCall, implementation } from '../../../implementation.ts'
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
  return {
    configuration: payments.configuration.handler(configuration),
    cards: payments.cards.handler(async ({ context }) => cards.list(await countSharedCall(context, count))),
    startCardSetup: payments.startCardSetup.handler(async ({ context }) =>
      cards.startSetup(await countSharedCall(context, countSetup)),
    ),
    addCard: payments.addCard.handler(async ({ context, input }) =>
      cards.add(await countSharedCall(context, count), input.setup_intent_id),
    ),
    makeDefaultCard: payments.makeDefaultCard.handler(async ({ context, input }) =>
      cards.makeDefault(await countSharedCall(context, count), input.id),
    ),
    removeCard: payments.removeCard.handler(async ({ context, input }) =>
      cards.remove(await countSharedCall(context, count), input.id),
    ),
  }
}
