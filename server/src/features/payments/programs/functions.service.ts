import { Refusal } from '@kundig/contract/errors'

import type { RoomService } from '../../chat/rooms/room.service.ts'
import type { CardService } from '../cards/card.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { PaymentRequestService } from '../requests/payment-request.service.ts'
import type { SellerService } from '../selling/seller.service.ts'

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
  customers: CustomerService
  sellers: SellerService
  cards: CardService
  rooms: Pick<RoomService, 'list'>
  requests: Pick<PaymentRequestService, 'askForProgram'>
}

/**
 * What the callable functions do (spec 7). Every id that they are handed must be the caller's own, or that of a partner
 * in an open room; any other one is refused the same way, whether or not there is such an id.
 */
export function createFunctionsService({ customers, sellers, cards, rooms, requests }: FunctionsServiceOptions) {
  const requireSelf = (caller: Caller, userId: string, email: string): void => {
    if (caller.userId !== userId || caller.email !== email) throw new Refusal('FORBIDDEN')
  }

  const requireOwnCustomer = async (caller: Caller, customerId: string): Promise<void> => {
    if ((await customers.find(caller.userId)) !== customerId) throw new Refusal('FORBIDDEN')
  }

  /**
   * Where a customer can be asked for money: of the open rooms with them, the one that changed last.
   * @throws Refusal FORBIDDEN without a room with them, ROOM_CLOSED without an open one
   */
  async function requireRoom(caller: Caller, customerId: string): Promise<{ roomId: string; buyerId: string }> {
    const buyerId = await customers.ownerOf(customerId)
    const { items } = await rooms.list(caller.userId)
    const shared = items.filter(({ partner }) => partner.id === buyerId)
    if (buyerId === null || shared.length === 0) throw new Refusal('FORBIDDEN')
    const open = shared.find(({ status }) => status === 'open')
    if (!open) throw new Refusal('ROOM_CLOSED')
    return { roomId: open.id, buyerId }
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
     * Asks a partner for money, as asking in the chat does, and hands out what a new card is confirmed with (decision 29).
     * @throws Refusal FORBIDDEN, ROOM_CLOSED, SELLER_NOT_SET_UP, AMOUNT_BELOW_PROVIDER_MINIMUM, PAYMENT_CREATE_FAILED,
     *   PROVIDER_UNAVAILABLE
     */
    createPayment: async (caller: Caller, input: PaymentInput): Promise<{ clientSecret: string }> => {
      const { amount, customerId, connectAccountId: stripeConnectAccountId, description } = input
      const { stripeConnectAccountId: own } = await sellers.account(caller.userId)
      if (own !== stripeConnectAccountId) throw new Refusal('FORBIDDEN')
      const { roomId, buyerId } = await requireRoom(caller, customerId)
      if ((await sellers.payableAccount(caller.userId)) !== own) throw new Refusal('SELLER_NOT_SET_UP')
      return requests.askForProgram(caller.userId, { roomId, buyerId, amount, description, stripeConnectAccountId })
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
