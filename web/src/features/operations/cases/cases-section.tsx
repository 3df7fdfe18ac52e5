import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { ReportCase } from '@kundig/contract/operations/cases.contract'

import { Segmented } from '../../../design-system/segmented.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { GrowingList } from '../../../platform/lists/growing-list.tsx'
import { Link } from '../../../platform/navigation/link.tsx'
import { casesTexts, subjectTexts } from '../cases.messages.ts'
import { casesQuery } from '../cases.queries.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { CaseFacts } from './case-facts.tsx'

export function CasesSection({ userId, toPath }: { userId: string; toPath: (caseId: string) => string }) {
  const texts = useTexts(casesTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const [which, setWhich] = useState<'all' | 'mine'>('all')
  const cases = useInfiniteQuery(casesQuery(which === 'mine'))
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl">
          {texts.title}
        </h2>
        <Segmented
          label={texts.which}
          value={which}
          options={[
            { value: 'all', label: texts.all },
            { value: 'mine', label: texts.mine },
          ]}
          onChange={setWhich}
        />
      </div>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={cases}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={<p className="text-ink-2">{which === 'mine' ? texts.noneMine : texts.none}</p>}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <GrowingList
              query={cases}
              count={items.length}
              failed={texts.failed}
              retryLabel={common.retry}
              align="start"
              className="divide-y divide-border"
            >
              {items.map((found) => (
                <CaseRow key={found.id} found={found} userId={userId} href={toPath(found.id)} />
              ))}
            </GrowingList>
          )
        }}
      </QueryState>
    </section>
  )
}

function CaseRow({ found, userId, href }: { found: ReportCase; userId: string; href: string }) {
  const subjects = useTexts(subjectTexts)
  return (
    <li className="grid gap-1 py-3">
      <Link href={href} className="text-link inline-flex min-h-11 items-center justify-self-start font-semibold">
        {subjects[found.subject.kind]}
      </Link>
      <CaseFacts found={found} userId={userId} />
    </li>
  )
}
