import { Refusal } from '@kundig/contract/errors'

import type { RoomService } from '../../chat/rooms/room.service.ts'
import type { CardService } from '../cards/card.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { PaymentRequestService } from '../requests/payment-request.service.ts'
import type { SellerService } from '../selling/seller.service.ts'

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

/** Accepts ids of the caller, or of a partner in an open room (spec 7). Refuses all other ids with the same error. */
export class FunctionsService {
  readonly #deps: FunctionsServiceOptions

  constructor(deps: FunctionsServiceOptions) {
    this.#deps = deps
  }

  #requireSelf(caller: Caller, userId: string, email: string): void {
    if (caller.userId !== userId || caller.email !== email) throw new Refusal('FORBIDDEN')
  }

  async #requireOwnCustomer(caller: Caller, customerId: string): Promise<void> {
    if ((await this.#deps.customers.find(caller.userId)) !== customerId) throw new Refusal('FORBIDDEN')
  }

  /** Finds the customer's open room that changed last. @throws Refusal FORBIDDEN without a room, ROOM_CLOSED */
  async #requireRoom(caller: Caller, customerId: string): Promise<{ roomId: string; buyerId: string }> {
    const buyerId = await this.#deps.customers.findOwner(customerId)
    const { items } = await this.#deps.rooms.list(caller.userId)
    const shared = items.filter(({ partner }) => partner.id === buyerId)
    if (buyerId === null || shared.length === 0) throw new Refusal('FORBIDDEN')
    const open = shared.find(({ status }) => status === 'open')
    if (!open) throw new Refusal('ROOM_CLOSED')
    return { roomId: open.id, buyerId }
  }

  /** @throws Refusal FORBIDDEN, CUSTOMER_NOT_FOUND, PROVIDER_UNAVAILABLE */
  async createCustomer(
    caller: Caller,
    { userId, email }: { userId: string; email: string },
  ): Promise<{ customerId: string }> {
    this.#requireSelf(caller, userId, email)
    return { customerId: await this.#deps.customers.ensure(caller.userId) }
  }

  /** @throws Refusal FORBIDDEN, PROFILE_REQUIRED, ONBOARDING_FAILED, PROVIDER_UNAVAILABLE */
  async createAccount(caller: Caller, { userId, email }: { userId: string; email: string }): Promise<{ url: string }> {
    this.#requireSelf(caller, userId, email)
    return this.#deps.sellers.onboard(caller)
  }

  /** Creates a request as in the chat, payable with a new card (decision 29). */
  async createPayment(caller: Caller, input: PaymentInput): Promise<{ clientSecret: string }> {
    const { amount, customerId, connectAccountId: stripeConnectAccountId, description } = input
    const { stripeConnectAccountId: own } = await this.#deps.sellers.account(caller.userId)
    if (own !== stripeConnectAccountId) throw new Refusal('FORBIDDEN')
    const { roomId, buyerId } = await this.#requireRoom(caller, customerId)
    if ((await this.#deps.sellers.payableAccount(caller.userId)) !== own) throw new Refusal('SELLER_NOT_SET_UP')
    return this.#deps.requests.askForProgram(caller.userId, {
      roomId,
      buyerId,
      amount,
      description,
      stripeConnectAccountId,
    })
  }

  /** @throws Refusal FORBIDDEN, CARD_LOOKUP_FAILED, PROVIDER_UNAVAILABLE */
  async getDefaultPaymentMethod(
    caller: Caller,
    { customerId }: { customerId: string },
  ): Promise<{ paymentMethodId: string | null }> {
    await this.#requireOwnCustomer(caller, customerId)
    return { paymentMethodId: await this.#deps.cards.findDefault(caller.userId) }
  }

  /** @throws Refusal FORBIDDEN, SETUP_INTENT_FAILED, PROVIDER_UNAVAILABLE */
  async createSetupIntent(caller: Caller, { customerId }: { customerId: string }): Promise<{ clientSecret: string }> {
    await this.#requireOwnCustomer(caller, customerId)
    return this.#deps.cards.startSetup(caller.userId)
  }
}
