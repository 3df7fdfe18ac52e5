import { z } from 'zod'

import { PAYMENTS } from './limits.ts'
import { FEE_LIMITS } from './payments/fee-rule.ts'

const cents = z.int().min(0).max(FEE_LIMITS.centsMax)

/**
 * What owners set of the site, by group. A server of another release may know other groups and other settings: it keeps
 * what it does not know, and has the defaults of what it does not find.
 */
export const SETTING_GROUPS = {
  waiting_list: z.object({
    /** Whether visitors can put themselves on the waiting list. */
    is_on: z.boolean(),
  }),
  /** What the platform keeps of payments that are asked for from then on. */
  fee: z.object({
    /** In basis points: 500 are 5 %. */
    percent_bp: z.int().min(0).max(FEE_LIMITS.percentBpMax),
    /** Added to the percentage (cents). */
    fixed_cents: cents,
    /** The least fee (cents). */
    least_cents: cents,
    /** The least amount that can be asked for, whatever the fee is (cents). */
    minimum_cents: z.int().min(PAYMENTS.centsMin).max(FEE_LIMITS.centsMax),
    /** Whether the fee goes back with a refund. */
    is_refunded: z.boolean(),
  }),
}

export type SettingGroup = keyof typeof SETTING_GROUPS
export type SiteSettings = { [Group in SettingGroup]: z.infer<(typeof SETTING_GROUPS)[Group]> }

export const DEFAULT_SETTINGS: SiteSettings = {
  waiting_list: { is_on: true },
  // 5 %, and no less than covers what Stripe takes of a card of the European Economic Area.
  fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: PAYMENTS.centsMin, is_refunded: true },
}
