import { z } from 'zod'

import type { ErrorCode } from '../errors.ts'
import { PAYMENTS } from '../limits.ts'
import { FEE_LIMITS } from '../payments/amounts/fee-rule.ts'
import { CATEGORY_LIMITS, type CategoryEntry, isCategory } from '../profiles/categories.ts'
import { DEFAULT_CATEGORIES } from '../profiles/default-categories.ts'
import { DEFAULT_FACE, DEFAULT_LOGO, FACE_LIMITS, LOGO_LIMITS } from './site-face.ts'

/**
 * One line without what ends or begins markup, an address or a name in a header. Its length is judged as it is sent, before
 * anything else looks at it.
 */
const line = (max: number, error: ErrorCode = 'FACE_TEXT_INVALID') =>
  z
    .string()
    .max(max, { error })
    .regex(/^[^\p{C}<>"\\]*$/u, { error })
    .trim()
const colour = z
  .string()
  .max('#rrggbb'.length, { error: 'FACE_COLOUR_INVALID' satisfies ErrorCode })
  .trim()
  .toLowerCase()
  .regex(/^(?:#[0-9a-f]{6})?$/u, { error: 'FACE_COLOUR_INVALID' satisfies ErrorCode })

/** What an owner chose as the site's colours. */
export const COLOURS = z.object({ primary: colour, accent: colour })

const cents = z.int().min(0).max(FEE_LIMITS.centsMax)

const label = z.object({ en: z.string().min(1), nl: z.string().min(1) })

/** Loose, so that what a later release keeps of a category is still there when this one changes the list. */
const category: z.ZodType<CategoryEntry> = z.looseObject({
  id: z.string().refine(isCategory),
  label,
  short_label: label,
  is_hidden: z.boolean(),
})

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
  /** The expertise categories, in their order. */
  categories: z.object({ list: z.array(category).min(1).max(CATEGORY_LIMITS.countMax) }),
  /** Who the site is, as its pages and mails show it. */
  face: z.object({
    // No colon: authenticator apps take what is before one for the name.
    name: line(FACE_LIMITS.nameMax, 'FACE_NAME_INVALID').regex(/^[^:]+$/u, {
      error: 'FACE_NAME_INVALID' satisfies ErrorCode,
    }),
    sender_name: line(FACE_LIMITS.senderMax),
    legal_name: line(FACE_LIMITS.legalNameMax),
    register_number: line(FACE_LIMITS.numberMax),
    vat_number: line(FACE_LIMITS.numberMax),
    contact_email: line(FACE_LIMITS.emailMax, 'EMAIL_INVALID').regex(/^(?:[^\s@]+@[^\s@]+)?$/u, {
      error: 'EMAIL_INVALID' satisfies ErrorCode,
    }),
    contact_phone: line(FACE_LIMITS.phoneMax),
    contact_address: line(FACE_LIMITS.addressMax),
    ...COLOURS.shape,
    headline_en: line(FACE_LIMITS.headlineMax),
    headline_nl: line(FACE_LIMITS.headlineMax),
    lead_en: line(FACE_LIMITS.leadMax),
    lead_nl: line(FACE_LIMITS.leadMax),
    footer_en: line(FACE_LIMITS.footerMax),
    footer_nl: line(FACE_LIMITS.footerMax),
  }),
  /** A group of its own, so that whoever changes a word need not send the logo along. */
  logo: z.object({
    version: z.string().regex(/^(?:[0-9a-f]{32})?$/u),
    width: z.int().min(0).max(LOGO_LIMITS.sideMaxPx),
    height: z.int().min(0).max(LOGO_LIMITS.sideMaxPx),
  }),
}

export type SettingGroup = keyof typeof SETTING_GROUPS
export type SiteSettings = { [Group in SettingGroup]: z.infer<(typeof SETTING_GROUPS)[Group]> }

export const DEFAULT_SETTINGS: SiteSettings = {
  waiting_list: { is_on: true },
  // 5 %, and no less than covers what Stripe takes of a card of the European Economic Area.
  fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: PAYMENTS.cardCentsMin, is_refunded: true },
  categories: { list: DEFAULT_CATEGORIES },
  face: DEFAULT_FACE,
  logo: DEFAULT_LOGO,
}
