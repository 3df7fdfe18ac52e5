import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { ReportCase } from '@kundig/contract/operations/cases.contract'

import { Segmented } from '../../../design-system/segmented.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
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
      <PagedList
        query={cases}
        loading={<LoadingRows />}
        failed={texts.failed}
        retryLabel={common.retry}
        empty={<p className="text-ink-2">{which === 'mine' ? texts.noneMine : texts.none}</p>}
        align="start"
        listClassName="divide-y divide-border"
      >
        {(found) => <CaseRow key={found.id} found={found} userId={userId} href={toPath(found.id)} />}
      </PagedList>
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
