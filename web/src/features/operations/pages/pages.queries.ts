import { queryOptions } from '@tanstack/react-query'

import type { SitePage } from '@kundig/contract/operations/site-pages'

import { api } from '../../../platform/api/client.ts'

/** The site's own pages, and how they are. */
export const sitePagesQuery = queryOptions(api.operations.sitePages.queryOptions())

/** One of them, to work on. */
export const sitePageQuery = (page: SitePage) => queryOptions(api.operations.sitePage.queryOptions({ input: { page } }))
