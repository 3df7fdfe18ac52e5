import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Logger } from '../../platform/logging/logger.ts'
import { stripeRefusal } from '../../platform/stripe/stripe.ts'
import type { RoomService } from '../chat/room.service.ts'
import type { CardService } from './card.service.ts'
import type { CustomerService } from './customer.service.ts'
import type { SellerService } from './seller.service.ts'

/** Who calls. */
export interface Caller {
  userId: string
  email: string
}

export interface PaymentInput {
  /** In cents. */
  amount: number
  currency: 'eur'
  customerId: string
  connectAccountId: string
  description: string
}

export interface FunctionsServiceOptions {
  stripe: Stripe
  customers: CustomerService
  sellers: SellerService
  cards: CardService
  rooms: Pick<RoomService, 'list'>
  logger: Logger
}

/**
 * What the callable functions do (spec 7). Every id that they are handed must be the caller's own, or that of a partner
 * in an open room; any other one is refused the same way, whether or not there is such an id.
 */
export function createFunctionsService({ stripe, customers, sellers, cards, rooms, logger }: FunctionsServiceOptions) {
  const requireSelf = (caller: Caller, userId: string, email: string): void => {
    if (caller.userId !== userId || caller.email !== email) throw new Refusal('FORBIDDEN')
  }

  const requireOwnCustomer = async (caller: Caller, customerId: string): Promise<void> => {
    if ((await customers.find(caller.userId)) !== customerId) throw new Refusal('FORBIDDEN')
  }

  /** A customer may be asked for money by whoever is in an open room with them. */
  async function requirePartner(caller: Caller, customerId: string): Promise<void> {
    const buyerId = await customers.ownerOf(customerId)
    const { items } = await rooms.list(caller.userId)
    const isPartner = items.some(({ status, partner }) => status === 'open' && partner.id === buyerId)
    if (!isPartner) throw new Refusal('FORBIDDEN')
  }

  return {
    /** @throws Refusal FORBIDDEN, CUSTOMER_NOT_FOUND, PROVIDER_UNAVAILABLE */
    createCustomer: async (
      caller: Caller,
      { userId, email }: { userId: string; email: string },
    ): Promise<{ customerId: string }> => {
      requireSelf(caller, userId, email)
      return { customerId: await customers.ensure(caller.userId) }
    },

    /** @throws Refusal FORBIDDEN, PROFILE_REQUIRED, ONBOARDING_FAILED, PROVIDER_UNAVAILABLE */
    createAccount: async (
      caller: Caller,
      { userId, email }: { userId: string; email: string },
    ): Promise<{ url: string }> => {
      requireSelf(caller, userId, email)
      return sellers.onboard(caller)
    },

    /**
     * Makes an intent that pays the caller, for the buyer to confirm; no card is touched. It belongs to no payment
     * request: those are made by the chat.
     * @throws Refusal FORBIDDEN, SELLER_NOT_SET_UP, PAYMENT_CREATE_FAILED, PROVIDER_UNAVAILABLE
     */
    createPayment: async (caller: Caller, input: PaymentInput): Promise<{ clientSecret: string }> => {
      const { amount, currency, customerId, connectAccountId, description } = input
      const { stripeConnectAccountId: own } = await sellers.account(caller.userId)
      if (own !== connectAccountId) throw new Refusal('FORBIDDEN')
      await requirePartner(caller, customerId)
      if ((await sellers.payableAccount(caller.userId)) !== connectAccountId) throw new Refusal('SELLER_NOT_SET_UP')
      try {
        const { client_secret: clientSecret } = await stripe.paymentIntents.create({
          amount,
          currency,
          customer: customerId,
          transfer_data: { destination: connectAccountId },
          allowed_payment_method_types: ['card'],
          metadata: { seller_id: caller.userId },
          ...(description === '' ? {} : { description }),
        })
        if (clientSecret === null) throw new Refusal('PAYMENT_CREATE_FAILED')
        return { clientSecret }
      } catch (error) {
        throw stripeRefusal(error, 'PAYMENT_CREATE_FAILED', logger)
      }
    },

    /** @throws Refusal FORBIDDEN, CARD_LOOKUP_FAILED, PROVIDER_UNAVAILABLE */
    getDefaultPaymentMethod: async (
      caller: Caller,
      { customerId }: { customerId: string },
    ): Promise<{ paymentMethodId: string | null }> => {
      await requireOwnCustomer(caller, customerId)
      return { paymentMethodId: await cards.defaultOf(caller.userId) }
    },

    /** @throws Refusal FORBIDDEN, SETUP_INTENT_FAILED, PROVIDER_UNAVAILABLE */
    createSetupIntent: async (
      caller: Caller,
      { customerId }: { customerId: string },
    ): Promise<{ clientSecret: string }> => {
      await requireOwnCustomer(caller, customerId)
      return cards.startSetup(caller.userId)
    },
  }
}

export type FunctionsService = ReturnType<typeof createFunctionsService>
