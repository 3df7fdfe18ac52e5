import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { casesTexts } from '../cases.messages.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { DecisionRow } from './decision-row.tsx'
import { decisionsTexts } from './decisions.messages.ts'
import { decisionsQuery, objectionsQuery } from './decisions.queries.ts'

export function DecisionsSection({ caseId, mayDecide }: { caseId: string; mayDecide: boolean }) {
  const texts = useTexts(decisionsTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const decisions = useQuery(decisionsQuery(caseId))
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="mb-2 text-xl">
        {texts.historyTitle}
      </h2>
      <QueryState
        query={decisions}
        loading={<LoadingRows />}
        renderFailure={() => texts.historyFailed}
        retryLabel={common.retry}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="text-ink-2">{texts.historyNone}</p>}
      >
        {({ items }) => (
          <ul className="divide-y divide-border">
            {items.map((decision) => (
              <DecisionRow key={decision.id} decision={decision} mayDecide={mayDecide} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

export function ObjectionsSection({ toPath, mayDecide }: { toPath: (caseId: string) => string; mayDecide: boolean }) {
  const texts = useTexts(decisionsTexts)
  const cases = useTexts(casesTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const objections = useQuery(objectionsQuery)
  if (objections.data?.items.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="card mb-4 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="mb-2 text-xl">
        {texts.objectionsTitle}
      </h2>
      <QueryState
        query={objections}
        loading={<LoadingRows />}
        renderFailure={() => texts.objectionsFailed}
        retryLabel={common.retry}
      >
        {({ items }) => (
          <ul className="divide-y divide-border">
            {items.map((decision) => (
              <DecisionRow key={decision.id} decision={decision} mayDecide={mayDecide}>
                <Link
                  href={toPath(decision.case_id)}
                  className="text-link inline-flex min-h-11 items-center justify-self-start text-sm"
                >
                  {cases.read}
                </Link>
              </DecisionRow>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}
