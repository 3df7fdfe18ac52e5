import { useQuery } from '@tanstack/react-query'

import { SITE_PAGE_TITLES, type SitePage, toSitePagePath } from '@kundig/contract/operations/site-pages'

import { textLinkClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { PageForm } from './page-form.tsx'
import { PageVersions } from './page-versions.tsx'
import { pagesTexts } from './pages.messages.ts'
import { sitePageQuery } from './pages.queries.ts'

export function PageEditor({ page, backPath, mayChange }: { page: SitePage; backPath: string; mayChange: boolean }) {
  const texts = useTexts(pagesTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  const detail = useQuery(sitePageQuery(page))
  return (
    <div className="grid max-w-[50rem] gap-6">
      <div>
        <h1 className="text-2xl">{SITE_PAGE_TITLES[page][language]}</h1>
        <p className="flex flex-wrap gap-x-5">
          <Link href={backPath} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
            {texts.backToPages}
          </Link>
          <a href={toSitePagePath(page)} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
            {texts.view}
          </a>
        </p>
      </div>
      <QueryState query={detail} loading={<LoadingRows />} renderFailure={() => texts.failed} retryLabel={common.retry}>
        {(found) => (
          <>
            <PageForm found={found} mayChange={mayChange} />
            <PageVersions found={found} />
          </>
        )}
      </QueryState>
    </div>
  )
}
