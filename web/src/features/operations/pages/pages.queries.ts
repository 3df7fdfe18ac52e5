import { queryOptions } from '@tanstack/react-query'

import type { SitePage } from '@kundig/contract/operations/site-pages'

import { api } from '../../../platform/api/client.ts'

export const sitePagesQuery = queryOptions(api.operations.sitePages.queryOptions())

export const sitePageQuery = (page: SitePage) => queryOptions(api.operations.sitePage.queryOptions({ input: { page } }))
