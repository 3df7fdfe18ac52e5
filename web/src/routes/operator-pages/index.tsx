import type { ReactNode } from 'react'

import { isRoleAtLeast } from '@kundig/contract/operations/operator-roles'
import { SITE_PAGES, type SitePage } from '@kundig/contract/operations/site-pages'

import { PageEditor } from '../../features/operations/pages/page-editor.tsx'
import { PagesList } from '../../features/operations/pages/pages-list.tsx'
import { pagesTexts } from '../../features/operations/pages/pages.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { useOperator } from '../current-operator.ts'
import { useTitle } from '../use-title.ts'

const LIST_PATH = '/operator/pages'

export function OperatorPages(): ReactNode {
  const { role } = useOperator()
  const { place } = useNavigation()
  const asked = new URLSearchParams(place.search).get('page')
  const page = SITE_PAGES.find((one) => one === asked)
  useTitle(useTexts(pagesTexts).title)
  if (page === undefined) return <PagesList toPath={(one: SitePage) => `${LIST_PATH}?page=${one}`} />
  return <PageEditor key={page} page={page} backPath={LIST_PATH} mayChange={isRoleAtLeast(role, 'owner')} />
}
