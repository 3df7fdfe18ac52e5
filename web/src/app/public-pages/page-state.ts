import type { QueryClient } from '@tanstack/react-query'

import type { ErrorCode } from '@kundig/contract/errors'
import type { OwnPage, PageState, PublicPage } from '@kundig/contract/site/public-pages'

import { sessionQuery } from '../../features/auth/session.queries.ts'
import { openContactsQuery } from '../../features/connection-requests/open-contacts.queries.ts'
import { expertsQuery, profileQuery } from '../../features/profiles/profile.queries.ts'
import { categoriesQuery } from '../../platform/categories/categories.queries.ts'

export const STATE_ID = 'state'

/** @param updatedAt time at which the server read the data (epoch ms); 0 for a page from the browser's history */
export function seedQueries(queryClient: QueryClient, state: PageState, updatedAt: number): void {
  const { page, session, waiting, language, categories } = state
  queryClient.setQueryData(categoriesQuery.queryKey, { items: [...categories] }, { updatedAt })
  queryClient.setQueryData(sessionQuery.queryKey, session, { updatedAt })
  if (waiting) queryClient.setQueryData(openContactsQuery.queryKey, waiting, { updatedAt })
  if ('experts' in page && page.experts) {
    const { queryKey } = expertsQuery(page.filter, language)
    queryClient.setQueryData(queryKey, { pages: [page.experts], pageParams: [undefined] }, { updatedAt })
  } else if ('profile' in page) {
    queryClient.setQueryData(profileQuery(page.id).queryKey, page.profile, { updatedAt })
  } else if ('refusal' in page) {
    const query = queryClient.getQueryCache().build(queryClient, { queryKey: profileQuery(page.id).queryKey })
    query.setState({ status: 'error', error: toRefusal(page.refusal), errorUpdatedAt: updatedAt })
  }
}

export function isOwnPage(page: PublicPage): page is OwnPage {
  return page.kind === 'dashboard' || page.kind === 'account'
}

/** Builds a refusal without the class `Refusal`, whose module imports the whole error catalogue. */
function toRefusal(code: ErrorCode): Error {
  return Object.assign(new Error(code), { name: 'Refusal', code, field: undefined })
}
