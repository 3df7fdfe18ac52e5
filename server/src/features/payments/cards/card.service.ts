import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'
import type { Card } from '@kundig/contract/payments/payments.contract'

import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeId, isMissingObject, isStripeUnavailable, toStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { PaymentBlockService } from '../attempts/payment-block.service.ts'
import type { PaymentHoldService } from '../attempts/payment-hold.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'

/** Maximum cards per person: Stripe's maximum page size. */
const CARDS_MAX = 100

export interface CardServiceOptions {
  stripe: Stripe
  customers: CustomerService
  blocks: Pick<PaymentBlockService, 'refuseBlocked'>
  holds: Pick<PaymentHoldService, 'refuseRestricted'>
  logger: Logger
}

/** Only Stripe stores cards. Callers reach only their own cards: cards of other people count as missing. */
export class CardService {
  readonly #deps: CardServiceOptions

  constructor(deps: CardServiceOptions) {
    this.#deps = deps
  }

  /** Reads the cards of a customer. Forgets a customer that was deleted at Stripe. */
  async #read(customer: string): Promise<{ defaultId: string | null; methods: Stripe.PaymentMethod[] }> {
    try {
      const [owner, { data }] = await Promise.all([
        this.#deps.stripe.customers.retrieve(customer),
        this.#deps.stripe.customers.listPaymentMethods(customer, { type: 'card', limit: CARDS_MAX }),
      ])
      if (owner.deleted === true) return await this.#forgotten(customer)
      const defaultId = toStripeId(owner.invoice_settings.default_payment_method)
      // Stripe may name a removed card as the default for a moment.
      return { defaultId: data.some(({ id }) => id === defaultId) ? defaultId : null, methods: data }
    } catch (error) {
      if (isMissingObject(error)) return this.#forgotten(customer)
      throw toStripeRefusal(error, 'CARD_LOOKUP_FAILED', this.#deps.logger)
    }
  }

  async #forgotten(customer: string): Promise<{ defaultId: null; methods: [] }> {
    await this.#deps.customers.forget(customer)
    return { defaultId: null, methods: [] }
  }

  async #setDefault(customer: string, id: string): Promise<void> {
    await this.#deps.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  }

  /** Lists the default card first, then the newest cards. @throws Refusal CARD_LOOKUP_FAILED, PROVIDER_UNAVAILABLE */
  async list(userId: string): Promise<{ items: Card[] }> {
    const customer = await this.#deps.customers.find(userId)
    if (customer === null) return { items: [] }
    const { defaultId, methods } = await this.#read(customer)
    const cards = methods.flatMap((method) => presentCard(method, defaultId))
    return { items: cards.toSorted((one, other) => Number(other.is_default) - Number(one.is_default)) }
  }

  /** @throws Refusal CARD_NOT_FOUND for other people's cards and missing ones alike */
  async #requireOwn(userId: string, id: string) {
    const customer = await this.#deps.customers.find(userId)
    if (customer === null) throw new Refusal('CARD_NOT_FOUND')
    const cards = await this.#read(customer)
    if (!cards.methods.some((method) => method.id === id)) throw new Refusal('CARD_NOT_FOUND')
    return { customer, ...cards }
  }

  /** @throws Refusal CARD_LOOKUP_FAILED, PROVIDER_UNAVAILABLE */
  async findDefault(userId: string): Promise<string | null> {
    const customer = await this.#deps.customers.find(userId)
    return customer === null ? null : (await this.#read(customer)).defaultId
  }

  /** Uses `on_session`, because buyers are present when they pay. @throws Refusal PAYING_BLOCKED */
  async startSetup(userId: string): Promise<{ clientSecret: string }> {
    const { blocks, customers, stripe, holds, logger } = this.#deps
    await blocks.refuseBlocked(userId)
    try {
      const { client_secret: clientSecret } = await customers.withCustomer(userId, (customer) =>
        stripe.setupIntents.create({
          customer,
          usage: 'on_session',
          allowed_payment_method_types: ['card'],
          metadata: { user_id: userId },
        }),
      )
      if (clientSecret === null) throw new Refusal('SETUP_INTENT_FAILED')
      // Check again: a block or suspension that began after the first check could not cancel this setup.
      await blocks.refuseBlocked(userId)
      await holds.refuseRestricted([userId], 'SUSPENDED')
      return { clientSecret }
    } catch (error) {
      throw toStripeRefusal(error, 'SETUP_INTENT_FAILED', logger)
    }
  }

  /** Saves a card whose setup Stripe reports as succeeded. @throws Refusal CARD_NOT_FOUND, CARD_SETUP_FAILED */
  async add(userId: string, setupIntentId: string): Promise<{ items: Card[] }> {
    const customer = await this.#deps.customers.find(userId)
    if (customer === null) throw new Refusal('CARD_NOT_FOUND')
    try {
      const setup = await this.#deps.stripe.setupIntents.retrieve(setupIntentId)
      if (toStripeId(setup.customer) !== customer) throw new Refusal('CARD_NOT_FOUND')
      const card = toStripeId(setup.payment_method)
      if (setup.status !== 'succeeded' || card === null) throw new Refusal('CARD_SETUP_FAILED')
      await this.#setDefault(customer, card)
    } catch (error) {
      throw toStripeRefusal(error, isMissingObject(error) ? 'CARD_NOT_FOUND' : 'CARD_SETUP_FAILED', this.#deps.logger)
    }
    return this.list(userId)
  }

  /** @throws Refusal CARD_NOT_FOUND, PROVIDER_UNAVAILABLE */
  async makeDefault(userId: string, id: string): Promise<{ items: Card[] }> {
    const { customer, defaultId } = await this.#requireOwn(userId, id)
    try {
      if (defaultId !== id) await this.#setDefault(customer, id)
    } catch (error) {
      throw toStripeRefusal(error, 'CARD_NOT_FOUND', this.#deps.logger)
    }
    return this.list(userId)
  }

  /** The newest remaining card replaces a deleted default. @throws Refusal CARD_NOT_FOUND, PROVIDER_UNAVAILABLE */
  async remove(userId: string, id: string): Promise<{ items: Card[] }> {
    const { customer, defaultId, methods } = await this.#requireOwn(userId, id)
    const next = methods.find((method) => method.id !== id)
    try {
      // Set the new default first, so that a default card remains if the server stops in between.
      if (defaultId === id && next) await this.#setDefault(customer, next.id)
      await this.#deps.stripe.paymentMethods.detach(id)
    } catch (error) {
      // A concurrent call has deleted the card.
      if (isStripeUnavailable(error)) throw toStripeRefusal(error, 'CARD_NOT_FOUND', this.#deps.logger)
      const { methods: left } = await this.#read(customer)
      if (left.some((method) => method.id === id)) throw toStripeRefusal(error, 'CARD_NOT_FOUND', this.#deps.logger)
    }
    return this.list(userId)
  }
}

/** Despite the SDK's types, wallets may lack card fields. Such a card must not hide the others. */
function presentCard({ id, card }: Stripe.PaymentMethod, defaultId: string | null): Card[] {
  if (!card) return []
  const known: Partial<Stripe.PaymentMethod.Card> = card
  return [
    {
      id,
      brand: known.brand ?? null,
      last4: known.last4 ?? null,
      exp_month: known.exp_month ?? null,
      exp_year: known.exp_year ?? null,
      is_default: id === defaultId,
    },
  ]
}
