import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { LANGUAGES } from '../languages.ts'
import { LIMITS } from '../limits.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { cursor, id, instant, createStorableTextSchema, createTextField, wholeNumber } from '../schemas.ts'
import { matchedPart } from '../texts/matched-part.ts'
import { cleanText } from '../texts/sanitising.ts'
import { createCategoryField } from './category-field.ts'
import { ANSWER_LANGUAGES } from './detail-filter.ts'
import { checkExpertise, cleanCustomExpertise } from './expertise.ts'
import { fullNameField, NAME_ERRORS } from './name-field.ts'
import {
  checkPrice,
  checkHeadline,
  checkLanguages,
  checkTown,
  cleanHeadline,
  cleanTown,
  PRICE_UNITS,
} from './profile-details.ts'
import { checkBio } from './profile-rules.ts'
import { trackRecord } from './track-record.ts'

const label = z.object({ en: z.string(), nl: z.string() })

const categoryEntry = z.object({ id: z.string(), label, short_label: label, is_hidden: z.boolean() })

const category = createCategoryField('INVALID_INPUT')

const expertise = z.union([category, z.object({ type: z.literal('custom'), value: z.string() })])

const expertiseInput = z.union(
  [
    category,
    z.strictObject({
      type: z.literal('custom'),
      value: createTextField((value) => checkExpertise({ type: 'custom', value }), cleanCustomExpertise, {
        rawMax: RAW_LIMITS.customExpertise,
        tooLong: 'CATEGORY_TOO_LONG',
      }),
    }),
  ],
  { error: 'CATEGORY_REQUIRED' },
)

const euros = z.number({ error: 'PRICE_INVALID' }).superRefine((value, context) => {
  const code = checkPrice(value)
  if (code) context.addIssue({ code: 'custom', message: code })
})

const detailFilterInputs = {
  answers_in: z.enum(ANSWER_LANGUAGES).optional(),
  town: createStorableTextSchema(LIMITS.townMax).optional(),
  online: z.union([z.literal(true), z.literal('true').transform(() => true as const)]).optional(),
  price_max: wholeNumber.pipe(z.int().min(LIMITS.priceEurosMin).max(LIMITS.priceEurosMax)).optional(),
}

/** Optional details. A save changes only the details that it contains. */
const detailInputs = {
  headline: createTextField(checkHeadline, (text) => text, {
    rawMax: RAW_LIMITS.headline,
    tooLong: 'HEADLINE_TOO_LONG',
  })
    .nullable()
    .transform((headline) => (headline === null ? null : cleanHeadline(headline)))
    .optional(),
  languages: z
    .array(z.enum(ANSWER_LANGUAGES))
    .superRefine((languages, context) => {
      const code = checkLanguages(languages)
      if (code) context.addIssue({ code: 'custom', message: code })
    })
    .transform((languages) => [...new Set(languages)])
    .optional(),
  town: createTextField(checkTown, (text) => text, { rawMax: RAW_LIMITS.town, tooLong: 'TOWN_TOO_LONG' })
    .nullable()
    .transform((town) => (town === null ? null : cleanTown(town)))
    .optional(),
  online: z.boolean().optional(),
  price: z
    .strictObject({ euros, unit: z.enum(PRICE_UNITS) })
    .nullable()
    .optional(),
}

/** A profile as shown to other people (spec 3), without the fields that only the owner sees. */
export const profile = z.object({
  id,
  full_name: z.string(),
  bio: z.string().nullable(),
  /** An empty custom category means no category. */
  expertise,
  profile_picture_url: z.string().nullable(),
  is_public: z.boolean(),
  headline: z.string().optional(),
  languages: z.array(z.string()).optional(),
  town: z.string().optional(),
  online: z.literal(true).optional(),
  price: z.object({ euros: z.number(), unit: z.enum(PRICE_UNITS) }).optional(),
  /** Present only on the profile's page and in the list of experts. */
  track_record: trackRecord.optional(),
  /** Present from three reviews on. The mean has one decimal. */
  reviews: z.object({ count: z.number(), mean: z.number() }).optional(),
  created_at: instant,
  updated_at: instant,
})
export type Profile = z.infer<typeof profile>

const listedProfile = profile.extend({
  /** Sentence of the bio or the headline with words of the query; missing without a match. */
  match: z.array(matchedPart).optional(),
})
export type ListedProfile = z.infer<typeof listedProfile>

const ownProfile = profile.extend({
  email: z.string(),
  /** A moderator hid the profile from other people. `is_public` applies again once the decision is reversed. */
  is_hidden: z.literal(true).optional(),
})
export type OwnProfile = z.infer<typeof ownProfile>

const tags = ['Profiles']

export const profilesContract = {
  list: oc
    .route({
      method: 'GET',
      path: '/profiles',
      tags,
      summary: 'Public experts',
      description:
        'Open to everyone. Leaves out the profile of the caller. Without a `query`, the newest come first. With one, those ' +
        'whose full name or expertise label in either language holds it come first, newest first, ignoring case, accents, ' +
        'apostrophes and hyphens. Then come at most 60 whose texts hold its words, best match first; rare words count more. ' +
        'Where fewer than three are found, a corrected spelling is searched and returned as `did_you_mean`. Where no one is ' +
        'found, `nearest_category` is the category nearest to the query. `language` has no effect. No one is in a ' +
        '`category` that does not exist. `answers_in` narrows the list to a language, `price_max` to prices in euros up to it, ' +
        '`town` to towns that begin with it; `town` and `online` together find people in that town and people online.',
    })
    .input(
      z.strictObject({
        query: createStorableTextSchema(LIMITS.searchMax).optional(),
        language: z.enum(LANGUAGES).optional(),
        category: category.optional(),
        ...detailFilterInputs,
        cursor: cursor.optional(),
        limit: wholeNumber.pipe(z.int().min(1).max(LIMITS.profilePageMax)).default(LIMITS.profilePageSize),
      }),
    )
    .output(
      z.object({
        items: z.array(listedProfile),
        next_cursor: z.string().nullable(),
        did_you_mean: z.string().optional(),
        nearest_category: category.optional(),
      }),
    )
    .errors(declareErrors('INVALID_INPUT', 'TOO_MANY_ATTEMPTS')),

  categories: oc
    .route({
      method: 'GET',
      path: '/categories',
      tags,
      summary: 'Expertise categories, in display order',
      description:
        'Open to everyone. Ids never change; owners rename, add and hide categories. A hidden one can no longer be ' +
        'chosen; profiles that have it keep it.',
    })
    .output(z.object({ items: z.array(categoryEntry) }))
    .errors(declareErrors()),

  get: oc
    .route({
      method: 'GET',
      path: '/profiles/{id}',
      tags,
      summary: 'A profile',
      description:
        'Visitors see public profiles only. People who are logged in also see their own profile, and those of ' +
        'people with whom they share a request or a room. For others the profile is not public.',
    })
    .input(z.strictObject({ id }))
    .output(z.union([ownProfile, profile]))
    .errors(declareErrors('PROFILE_NOT_FOUND', 'PROFILE_NOT_PUBLIC')),

  save: oc
    .route({
      method: 'PUT',
      path: '/profiles/{id}',
      tags,
      summary: 'Create or replace your own profile',
      description: 'Omitted optional details stay.',
    })
    .input(
      z.strictObject({
        id,
        full_name: fullNameField,
        bio: createTextField(checkBio, cleanText, { rawMax: RAW_LIMITS.bio, tooLong: 'BIO_TOO_LONG' })
          .nullable()
          .transform((bio) => (bio === '' ? null : bio)),
        expertise: expertiseInput,
        is_public: z.boolean(),
        ...detailInputs,
      }),
    )
    .output(ownProfile)
    .errors(
      declareErrors(
        'NO_SESSION',
        'FORBIDDEN',
        'INVALID_INPUT',
        ...NAME_ERRORS,
        'BIO_TOO_LONG',
        'CATEGORY_REQUIRED',
        'CATEGORY_TOO_LONG',
        'CATEGORY_UNAVAILABLE',
        'HEADLINE_TOO_LONG',
        'LANGUAGES_TOO_MANY',
        'TOWN_INVALID',
        'TOWN_TOO_LONG',
        'PRICE_INVALID',
        'TEXT_INVALID',
        'ONLY_MARKUP',
      ),
    ),
}
