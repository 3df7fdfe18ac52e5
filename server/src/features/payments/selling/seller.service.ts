import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createSingleFlight } from '../../../platform/jobs/single-flight.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { createIdempotent, stripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { TransfersStatus } from '../../../tables.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import * as records from '../user-record.repository.ts'
import type { SellerEvents } from './seller.events.ts'
import { newlyWantsSomething } from './seller.policy.ts'
import { presentSeller } from './seller.presenter.ts'

/**
 * Where a new account is. Stripe never lets it be changed later, and sellers have to be in the platform's own region
 * (Stripe's documents on destination charges): this platform is Dutch, as its languages and its euros are.
 */
const COUNTRY = 'NL'
/** Who sells their own knowledge is a person, mostly; whoever is a company says so to Stripe when asked. */
const ENTITY_TYPE = 'individual'
/** What an answer about an account has to bring along. */
const INCLUDED = ['configuration.recipient', 'requirements'] as const

const STATUSES = ['active', 'pending', 'restricted', 'rejected', 'unsupported'] as const satisfies TransfersStatus[]

export interface SellerServiceOptions {
  db: Database
  stripe: Stripe
  logger: Logger
  profiles: Pick<ProfileService, 'counterparts'>
  events: SellerEvents
  domainEvents: DomainEvents
  /** Where people reach us, without a slash at its end: Stripe sends sellers back there. */
  base: string
}

/** Who is paid: people with a connected account at Stripe (Accounts v2, a recipient with an Express dashboard). */
export function createSellerService(options: SellerServiceOptions) {
  const { db, stripe, logger, profiles, events, domainEvents, base } = options
  const singleFlight = createSingleFlight<string>()

  const account = async (userId: string): Promise<SellerAccount> => presentSeller(await records.findById(db, userId))

  /** Stores what Stripe says of an account, and publishes it to its owner if something is new. */
  async function keepState(before: records.UserRecord, state: AccountState): Promise<SellerAccount> {
    const { id: userId, stripeConnectAccountId: accountId } = before
    if (accountId === null) return presentSeller(before)
    if (before.transfersStatus === state.transfersStatus && isSame(before.requirementsDue, state.requirementsDue)) {
      return presentSeller(before)
    }
    const isSaved = await db.transaction(async (tx, afterCommit) => {
      const after = await records.saveState(tx, before, state)
      if (after && newlyWantsSomething(presentSeller(before), presentSeller(after), before.transfersStatus)) {
        const event = { kind: 'seller_needs_something', recipientId: userId, subjectId: randomUUID() } as const
        await domainEvents.record(tx, afterCommit, event)
      }
      return after !== undefined
    })
    if (!isSaved) {
      const meanwhile = await records.findById(db, userId)
      return meanwhile ? keepState(meanwhile, state) : presentSeller(undefined)
    }
    const now = await account(userId)
    events.updated(userId, now)
    return now
  }

  async function read(accountId: string): Promise<AccountState> {
    try {
      return stateOf(await stripe.v2.core.accounts.retrieve(accountId, { include: [...INCLUDED] }))
    } catch (error) {
      throw stripeRefusal(error, 'SELLER_STATUS_FAILED', logger)
    }
  }

  const accountIdOf = async (userId: string): Promise<string | null> =>
    (await records.findById(db, userId))?.stripeConnectAccountId ?? null

  async function makeAccount(userId: string, email: string, displayName: string): Promise<string> {
    const made = await createIdempotent(`account:${userId}`, (idempotencyKey) =>
      stripe.v2.core.accounts.create(
        {
          contact_email: email,
          display_name: displayName,
          dashboard: 'express',
          identity: { country: COUNTRY, entity_type: ENTITY_TYPE },
          configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
          defaults: {
            currency: 'eur',
            responsibilities: { fees_collector: 'application', losses_collector: 'application' },
          },
          metadata: { user_id: userId },
          include: [...INCLUDED],
        },
        { idempotencyKey },
      ),
    )
    const kept = await records.keepAccount(db, userId, made.id)
    const record = await records.findById(db, userId)
    if (record && kept === made.id) await keepState(record, stateOf(made))
    return kept
  }

  /** The account of a person, made if there is none. Any number of calls at once make one. */
  async function ensureAccount(userId: string, email: string, displayName: string): Promise<string> {
    const known = await accountIdOf(userId)
    if (known !== null) return known
    return singleFlight(userId, () =>
      makeAccount(userId, email, displayName).catch(async (error: unknown) => {
        // Another server may have been faster.
        const theirs = await accountIdOf(userId)
        if (theirs === null) throw error
        return theirs
      }),
    )
  }

  async function refreshRecord(record: records.UserRecord | undefined): Promise<SellerAccount> {
    const accountId = record?.stripeConnectAccountId ?? null
    if (!record || accountId === null) return presentSeller(record)
    return keepState(record, await read(accountId))
  }

  return {
    /** A person's own record with Stripe, as it was last known. */
    account,

    /** The connected account that money can be sent to now, by what was last known; null when there is none. */
    payableAccount: async (userId: string): Promise<string | null> => {
      const record = await records.findById(db, userId)
      return record?.transfersStatus === 'active' ? record.stripeConnectAccountId : null
    },

    /**
     * Asks Stripe how a person's account is; `seller.updated` is published if something is new.
     * @throws Refusal SELLER_STATUS_FAILED, PROVIDER_UNAVAILABLE
     */
    refresh: async (userId: string): Promise<SellerAccount> => refreshRecord(await records.findById(db, userId)),

    /**
     * The same by the id of the account, as an event names it. An account that is nobody's here changes nothing.
     * @throws Refusal SELLER_STATUS_FAILED, PROVIDER_UNAVAILABLE
     */
    refreshByAccount: async (accountId: string): Promise<void> => {
      await refreshRecord(await records.findByAccount(db, accountId))
    },

    /**
     * Begins or goes on with becoming a seller.
     * @returns the address of a page at Stripe, good once and for minutes
     * @throws Refusal PROFILE_REQUIRED, ONBOARDING_FAILED, PROVIDER_UNAVAILABLE
     */
    onboard: async ({ userId, email }: { userId: string; email: string }): Promise<{ url: string }> => {
      const profile = (await profiles.counterparts(db, [userId])).get(userId)
      if (!profile) throw new Refusal('PROFILE_REQUIRED')
      try {
        const link = await stripe.v2.core.accountLinks.create({
          account: await ensureAccount(userId, email, profile.full_name),
          use_case: {
            type: 'account_onboarding',
            account_onboarding: {
              refresh_url: `${base}/stripe/refresh`,
              return_url: `${base}/stripe/return`,
            },
          },
        })
        return { url: link.url }
      } catch (error) {
        throw stripeRefusal(error, 'ONBOARDING_FAILED', logger)
      }
    },

    /**
     * A way into a seller's Express dashboard.
     * @throws Refusal SELLER_NOT_SET_UP, PROVIDER_UNAVAILABLE
     */
    dashboardLink: async (userId: string): Promise<{ url: string }> => {
      const record = await records.findById(db, userId)
      if (record?.transfersStatus !== 'active' || record.stripeConnectAccountId === null) {
        throw new Refusal('SELLER_NOT_SET_UP')
      }
      try {
        const { url } = await stripe.accounts.createLoginLink(record.stripeConnectAccountId)
        return { url }
      } catch (error) {
        throw stripeRefusal(error, 'SELLER_NOT_SET_UP', logger)
      }
    },
  }
}

export type SellerService = ReturnType<typeof createSellerService>

interface AccountState {
  transfersStatus: TransfersStatus | null
  /** Stripe's names of what the person has to bring now. */
  requirementsDue: string[]
}

function stateOf({ configuration, requirements }: Stripe.V2.Core.Account): AccountState {
  const status = configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
  return {
    // A status that Stripe adds one day counts as one that does not let money through.
    transfersStatus: status === undefined ? null : (STATUSES.find((known) => known === status) ?? 'restricted'),
    requirementsDue: (requirements?.entries ?? [])
      .filter((entry) => entry.awaiting_action_from === 'user' && entry.minimum_deadline.status !== 'eventually_due')
      .map((entry) => entry.description)
      .toSorted(),
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at])
}
