import { z } from 'zod'

import type { ErrorCode } from '../errors.ts'
import { PAYMENTS } from '../limits.ts'
import { FEE_LIMITS } from '../payments/amounts/fee-rule.ts'
import { CATEGORY_LIMITS, type CategoryEntry, isCategory } from '../profiles/categories.ts'
import { DEFAULT_CATEGORIES } from '../profiles/default-categories.ts'
import { DEFAULT_BRANDING, DEFAULT_LOGO, BRANDING_LIMITS, LOGO_LIMITS } from './branding.ts'

/** One line without characters that delimit markup, addresses or header names. Its raw length is checked first. */
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

export const COLOURS = z.object({ primary: colour, accent: colour })

const cents = z.int().min(0).max(FEE_LIMITS.centsMax)

const label = z.object({ en: z.string().min(1), nl: z.string().min(1) })

/** Accepts unknown fields, so that a change made with this release keeps the fields of a later release. */
const category: z.ZodType<CategoryEntry> = z.looseObject({
  id: z.string().refine(isCategory),
  label,
  short_label: label,
  is_hidden: z.boolean(),
})

/** Settings by group. Two releases share them: unknown settings are kept, missing ones use defaults. */
export const SETTING_GROUPS = {
  waiting_list: z.object({
    is_on: z.boolean(),
  }),
  /** Fee on new payment requests. */
  fee: z.object({
    /** In basis points: 500 are 5 %. */
    percent_bp: z.int().min(0).max(FEE_LIMITS.percentBpMax),
    fixed_cents: cents,
    least_cents: cents,
    /** Minimum amount of a payment request, whatever the fee (cents). */
    minimum_cents: z.int().min(PAYMENTS.centsMin).max(FEE_LIMITS.centsMax),
    /** True when a refund returns the fee. */
    is_refunded: z.boolean(),
  }),
  categories: z.object({ list: z.array(category).min(1).max(CATEGORY_LIMITS.countMax) }),
  face: z.object({
    // Refuses a colon, because authenticator apps take only the part before it as the name.
    name: line(BRANDING_LIMITS.nameMax, 'FACE_NAME_INVALID').regex(/^[^:]+$/u, {
      error: 'FACE_NAME_INVALID' satisfies ErrorCode,
    }),
    sender_name: line(BRANDING_LIMITS.senderMax),
    legal_name: line(BRANDING_LIMITS.legalNameMax),
    register_number: line(BRANDING_LIMITS.numberMax),
    vat_number: line(BRANDING_LIMITS.numberMax),
    contact_email: line(BRANDING_LIMITS.emailMax, 'EMAIL_INVALID').regex(/^(?:[^\s@]+@[^\s@]+)?$/u, {
      error: 'EMAIL_INVALID' satisfies ErrorCode,
    }),
    contact_phone: line(BRANDING_LIMITS.phoneMax),
    contact_address: line(BRANDING_LIMITS.addressMax),
    ...COLOURS.shape,
    headline_en: line(BRANDING_LIMITS.headlineMax),
    headline_nl: line(BRANDING_LIMITS.headlineMax),
    lead_en: line(BRANDING_LIMITS.leadMax),
    lead_nl: line(BRANDING_LIMITS.leadMax),
    footer_en: line(BRANDING_LIMITS.footerMax),
    footer_nl: line(BRANDING_LIMITS.footerMax),
  }),
  /** The logo has a separate group, so that changing a text does not upload the logo again. */
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
  // 5 %, with a minimum that covers Stripe's fee for a card of the European Economic Area.
  fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: PAYMENTS.cardCentsMin, is_refunded: true },
  categories: { list: DEFAULT_CATEGORIES },
  face: DEFAULT_BRANDING,
  logo: DEFAULT_LOGO,
}
