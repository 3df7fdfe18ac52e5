import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { instant, createStorableTextSchema, wholeNumber } from '../schemas.ts'
import { SITE_PAGE_MAX, SITE_PAGES } from './site-pages.ts'

const page = z.enum(SITE_PAGES)
const markdown = createStorableTextSchema(SITE_PAGE_MAX)
const texts = z.object({ en: z.string(), nl: z.string() })

const sitePageState = z.object({
  page,
  /** Published version; null while visitors read a draft. */
  version: z.number().int().nullable(),
  published_at: instant.nullable(),
  /** True when the draft differs from the text that visitors read. */
  has_changes: z.boolean(),
})

export const sitePage = z.object({
  page,
  /** Revision that a change must name. */
  revision: z.number().int(),
  draft: texts,
  /** Published text; null while visitors read the draft. */
  published: texts.nullable(),
  versions: z.array(
    z.object({
      version: z.number().int(),
      published_at: instant,
      /** Null after the publisher's account lost its role. */
      published_by_email: z.string().nullable(),
      asks_again: z.boolean(),
    }),
  ),
})
export type SitePageDetail = z.infer<typeof sitePage>

const tags = ['Operations']
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF'] as const

export const pagesContract = {
  sitePages: oc
    .route({ method: 'GET', path: '/operations/pages', tags, summary: 'The site’s pages and their state' })
    .output(z.object({ items: z.array(sitePageState) }))
    .errors(declareErrors(...COMMON_ERRORS)),

  sitePage: oc
    .route({
      method: 'GET',
      path: '/operations/pages/{page}',
      tags,
      summary: 'A page of the site, for editing',
    })
    .input(z.strictObject({ page }))
    .output(sitePage)
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT')),

  sitePageVersion: oc
    .route({
      method: 'GET',
      path: '/operations/pages/{page}/versions/{version}',
      tags,
      summary: 'A published version of a page',
    })
    .input(z.strictObject({ page, version: wholeNumber }))
    .output(texts)
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT')),

  previewSitePage: oc
    .route({
      method: 'POST',
      path: '/operations/page-preview',
      tags,
      summary: 'Render Markdown as a page',
      description: 'The HTML has no scripts and no images; links lead to web and email addresses only.',
    })
    .input(z.strictObject({ markdown }))
    .output(z.object({ html: z.string() }))
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT')),

  saveSitePage: oc
    .route({
      method: 'PUT',
      path: '/operations/pages/{page}',
      tags,
      summary: 'Save the draft of a page',
      description:
        'For owners. `revision` is the revision on which the draft is based; a newer draft or version is not ' +
        'overwritten. Recorded in the audit log.',
    })
    .input(z.strictObject({ page, revision: wholeNumber, en: markdown.min(1), nl: markdown.min(1) }))
    .output(sitePage)
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT', 'ROLE_NEEDED', 'PAGE_CHANGED')),

  publishSitePage: oc
    .route({
      method: 'POST',
      path: '/operations/pages/{page}/publish',
      tags,
      summary: 'Publish the draft of a page',
      description:
        'For owners. Publishes both languages; takes effect on all servers within two seconds. With `asks_again`, ' +
        'people accept the terms again. The first terms ask everyone.',
    })
    .input(z.strictObject({ page, revision: wholeNumber, asks_again: z.boolean() }))
    .output(sitePage)
    .errors(declareErrors(...COMMON_ERRORS, 'INVALID_INPUT', 'ROLE_NEEDED', 'PAGE_CHANGED', 'PAGE_HAS_GAPS')),
}
