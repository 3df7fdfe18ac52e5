import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { SitePageDetail } from '@kundig/contract/operations/pages.contract'
import type { SitePage } from '@kundig/contract/operations/site-pages'

import { Button } from '../../../design-system/button.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { api } from '../../../platform/api/client.ts'
import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { pagesTexts } from './pages.messages.ts'

export function PageVersions({ found }: { found: SitePageDetail }) {
  const texts = useTexts(pagesTexts)
  const language = useLanguage()
  const titleId = useId()
  const [shown, setShown] = useState<number | null>(null)
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="mb-2 text-xl">
        {texts.versions}
      </h2>
      {found.versions.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ul className="divide-y divide-border">
        {found.versions.map(({ version, published_at: publishedAt, published_by_email: email, asks_again: asks }) => (
          <li key={version} className="grid gap-2 py-2 text-sm">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="wrap-anywhere">
                <span>{texts.versionBy(version, formatFullDateTime(publishedAt, language), email ?? '–')}</span>
                {asks && <span className="text-ink-3">{`, ${texts.asked}`}</span>}
              </span>
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={shown === version}
                onClick={() => setShown(shown === version ? null : version)}
              >
                {texts.show}
              </Button>
            </span>
            {shown === version && <VersionTexts page={found.page} version={version} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function VersionTexts({ page, version }: { page: SitePage; version: number }) {
  const texts = useTexts(pagesTexts)
  const common = useTexts(operationsTexts)
  const said = useQuery(api.operations.sitePageVersion.queryOptions({ input: { page, version } }))
  return (
    <QueryState query={said} loading={<LoadingRows />} renderFailure={() => texts.failed} retryLabel={common.retry}>
      {(both) => (
        <>
          {(['en', 'nl'] as const).map((lang) => (
            <pre key={lang} lang={lang} className="rounded-md bg-surface-2 p-3 font-sans text-sm whitespace-pre-wrap">
              {both[lang]}
            </pre>
          ))}
        </>
      )}
    </QueryState>
  )
}
