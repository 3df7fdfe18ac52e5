import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'
import type { Card } from '@kundig/contract/payments/payments.contract'

import type { Logger } from '../../../platform/logging/logger.ts'
import { idOf, isMissing, isUnavailable, stripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { PaymentBlockService } from '../attempts/payment-block.service.ts'
import type { PaymentPauseService } from '../attempts/payment-pause.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'

/** Nobody saves more cards than Stripe lists at once. */
const CARDS_MAX = 100

export interface CardServiceOptions {
  stripe: Stripe
  customers: CustomerService
  blocks: Pick<PaymentBlockService, 'refuseBlocked'>
  pauses: Pick<PaymentPauseService, 'refuseRestricted'>
  logger: Logger
}

/**
 * The cards that people saved. They are kept by Stripe alone: what comes here is what a person knows a card by, and
 * nothing of it is written down. Each operation is on the cards of whoever asks, so that another's card is not there.
 */
export class CardService {
  readonly #deps: CardServiceOptions

  constructor(deps: CardServiceOptions) {
    this.#deps = deps
  }

  /** A customer's default card and all of them, the newest first; none of a customer that was deleted at Stripe, who is forgotten. */
  async #read(customer: string): Promise<{ defaultId: string | null; methods: Stripe.PaymentMethod[] }> {
    try {
      const [owner, { data }] = await Promise.all([
        this.#deps.stripe.customers.retrieve(customer),
        this.#deps.stripe.customers.listPaymentMethods(customer, { type: 'card', limit: CARDS_MAX }),
      ])
      if (owner.deleted === true) return await this.#forgotten(customer)
      const defaultId = idOf(owner.invoice_settings.default_payment_method)
      // One that was detached may still be named for a moment.
      return { defaultId: data.some(({ id }) => id === defaultId) ? defaultId : null, methods: data }
    } catch (error) {
      if (isMissing(error)) return this.#forgotten(customer)
      throw stripeRefusal(error, 'CARD_LOOKUP_FAILED', this.#deps.logger)
    }
  }

  async #forgotten(customer: string): Promise<{ defaultId: null; methods: [] }> {
    await this.#deps.customers.forget(customer)
    return { defaultId: null, methods: [] }
  }

  async #setDefault(customer: string, id: string): Promise<void> {
    await this.#deps.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
  }

  /**
   * A person's cards, the default one first, then the newest.
   * @throws Refusal CARD_LOOKUP_FAILED, PROVIDER_UNAVAILABLE
   */
  async list(userId: string): Promise<{ items: Card[] }> {
    const customer = await this.#deps.customers.find(userId)
    if (customer === null) return { items: [] }
    const { defaultId, methods } = await this.#read(customer)
    const cards = methods.flatMap((method) => presentCard(method, defaultId))
    return { items: cards.toSorted((one, other) => Number(other.is_default) - Number(one.is_default)) }
  }

  /** @throws Refusal CARD_NOT_FOUND for a card that is not this person's, whether or not there is such a card */
  async #requireOwn(userId: string, id: string) {
    const customer = await this.#deps.customers.find(userId)
    if (customer === null) throw new Refusal('CARD_NOT_FOUND')
    const cards = await this.#read(customer)
    if (!cards.methods.some((method) => method.id === id)) throw new Refusal('CARD_NOT_FOUND')
    return { customer, ...cards }
  }

  /**
   * The id of the card that a person pays with; null when there is none.
   * @throws Refusal CARD_LOOKUP_FAILED, PROVIDER_UNAVAILABLE
   */
  async defaultOf(userId: string): Promise<string | null> {
    const customer = await this.#deps.customers.find(userId)
    return customer === null ? null : (await this.#read(customer)).defaultId
  }

  /**
   * Begins to save a card. Buyers are there when they pay, hence the usage.
   * @returns what the card form needs
   * @throws Refusal PAYING_BLOCKED, SETUP_INTENT_FAILED, PROVIDER_UNAVAILABLE
   */
  async startSetup(userId: string): Promise<{ clientSecret: string }> {
    const { blocks, customers, stripe, pauses, logger } = this.#deps
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
      // Once more: a block or a suspension that began meanwhile may have cancelled the setups before there was this one.
      await blocks.refuseBlocked(userId)
      await pauses.refuseRestricted([userId], 'SUSPENDED')
      return { clientSecret }
    } catch (error) {
      throw stripeRefusal(error, 'SETUP_INTENT_FAILED', logger)
    }
  }

  /**
   * Finishes saving a card, which becomes the default one: only as far as Stripe says that its setup succeeded.
   * @throws Refusal CARD_NOT_FOUND for a setup that is not this person's, CARD_SETUP_FAILED for one that did not
   *   succeed, PROVIDER_UNAVAILABLE
   */
  async add(userId: string, setupIntentId: string): Promise<{ items: Card[] }> {
    const customer = await this.#deps.customers.find(userId)
    if (customer === null) throw new Refusal('CARD_NOT_FOUND')
    try {
      const setup = await this.#deps.stripe.setupIntents.retrieve(setupIntentId)
      if (idOf(setup.customer) !== customer) throw new Refusal('CARD_NOT_FOUND')
      const card = idOf(setup.payment_method)
      if (setup.status !== 'succeeded' || card === null) throw new Refusal('CARD_SETUP_FAILED')
      await this.#setDefault(customer, card)
    } catch (error) {
      throw stripeRefusal(error, isMissing(error) ? 'CARD_NOT_FOUND' : 'CARD_SETUP_FAILED', this.#deps.logger)
    }
    return this.list(userId)
  }

  /** @throws Refusal CARD_NOT_FOUND, PROVIDER_UNAVAILABLE */
  async makeDefault(userId: string, id: string): Promise<{ items: Card[] }> {
    const { customer, defaultId } = await this.#requireOwn(userId, id)
    try {
      if (defaultId !== id) await this.#setDefault(customer, id)
    } catch (error) {
      throw stripeRefusal(error, 'CARD_NOT_FOUND', this.#deps.logger)
    }
    return this.list(userId)
  }

  /**
   * Forgets a card. Without the default one, the newest of the others is the default.
   * @throws Refusal CARD_NOT_FOUND, PROVIDER_UNAVAILABLE
   */
  async remove(userId: string, id: string): Promise<{ items: Card[] }> {
    const { customer, defaultId, methods } = await this.#requireOwn(userId, id)
    const next = methods.find((method) => method.id !== id)
    try {
      // First, so that whatever stops in between, there is a card to pay with.
      if (defaultId === id && next) await this.#setDefault(customer, next.id)
      await this.#deps.stripe.paymentMethods.detach(id)
    } catch (error) {
      // Two at once: the other one forgot it.
      if (isUnavailable(error)) throw stripeRefusal(error, 'CARD_NOT_FOUND', this.#deps.logger)
      const { methods: left } = await this.#read(customer)
      if (left.some((method) => method.id === id)) throw stripeRefusal(error, 'CARD_NOT_FOUND', this.#deps.logger)
    }
    return this.list(userId)
  }
}

/**
 * A card as its owner knows it; nothing for other ways of paying. What the SDK's types promise of a card may be missing
 * where a wallet stands in for one: that must not hide the other cards.
 */
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
