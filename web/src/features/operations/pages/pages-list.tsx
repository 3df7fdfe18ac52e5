import { useQuery } from '@tanstack/react-query'

import { SITE_PAGE_TITLES, type SitePage } from '@kundig/contract/operations/site-pages'

import { Badge } from '../../../design-system/badge.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { pagesTexts } from './pages.messages.ts'
import { sitePagesQuery } from './pages.queries.ts'

export function PagesList({ toPath }: { toPath: (page: SitePage) => string }) {
  const texts = useTexts(pagesTexts)
  const common = useTexts(operationsTexts)
  const language = useLanguage()
  const pages = useQuery(sitePagesQuery)
  return (
    <div className="grid max-w-[50rem] gap-6">
      <div>
        <h1 className="text-2xl">{texts.title}</h1>
        <p className="mt-2 text-ink-2">{texts.lead}</p>
      </div>
      <div className="card p-5 shadow-2 sm:p-8">
        <QueryState
          query={pages}
          loading={<LoadingRows />}
          renderFailure={() => texts.failed}
          retryLabel={common.retry}
        >
          {({ items }) => (
            <ul className="divide-y divide-border">
              {items.map(({ page, version, published_at: publishedAt, has_changes: hasChanges }) => (
                <li key={page} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                  <Link
                    href={toPath(page)}
                    className={`${textLinkClass} inline-flex min-h-11 items-center font-semibold`}
                  >
                    {SITE_PAGE_TITLES[page][language]}
                  </Link>
                  <span className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
                    {version === null || publishedAt === null ? (
                      <Badge tone="pending">{texts.draft}</Badge>
                    ) : (
                      <span>{texts.published(version, formatFullDateTime(publishedAt, language))}</span>
                    )}
                    {hasChanges && <Badge tone="info">{texts.hasChanges}</Badge>}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      </div>
    </div>
  )
}
