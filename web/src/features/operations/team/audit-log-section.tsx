import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'

import type { AuditEntry } from '@kundig/contract/operations/operations.contract'

import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
import { subjectTexts } from '../cases.messages.ts'
import { kindTexts } from '../decisions/decisions.messages.ts'
import { disputeStateTexts } from '../disputes/disputes.messages.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { logTexts, operationsTexts, roleTexts, stateTexts } from '../operations.messages.ts'
import { auditLogQuery } from '../operations.queries.ts'

export function AuditLogSection() {
  const texts = useTexts(logTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const log = useInfiniteQuery(auditLogQuery)
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <PagedList
        query={log}
        loading={<LoadingRows />}
        failed={texts.failed}
        retryLabel={common.retry}
        empty={<p className="text-ink-2">{texts.none}</p>}
        align="start"
        listClassName="divide-y divide-border"
      >
        {(entry) => <AuditLogEntry key={entry.id} entry={entry} />}
      </PagedList>
    </section>
  )
}

function AuditLogEntry({ entry }: { entry: AuditEntry }) {
  const texts = useTexts(logTexts)
  const kinds = {
    account: texts.account,
    report_case: texts.case,
    decision: texts.decision,
    invitation: texts.invitation,
    site: texts.site,
    category: texts.category,
    payment: texts.payment,
    unknown_payment: texts.unknown_payment,
    refund_request: texts.refund_request,
    dispute: texts.dispute,
  }
  const language = useLanguage()
  const wordState = useStateWords()
  const { actor_id: actorId, actor_email: actorEmail, state_before: before, state_after: after } = entry
  const subject = `${translateName(entry.subject_kind, kinds)} ${entry.subject_slug ?? entry.subject_id}`
  const hasStates = before !== null || after !== null
  const actor = actorId === null ? texts.command : (actorEmail ?? texts.formerly(actorId))
  return (
    <li className="grid gap-0.5 py-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{translateName(entry.action, texts)}</span>
        <time dateTime={entry.created_at} className="num text-xs text-ink-3">
          {formatFullDateTime(entry.created_at, language)}
        </time>
      </span>
      <span className="wrap-anywhere text-ink-2">
        {hasStates ? `${subject}: ${texts.became(wordState(before), wordState(after))}` : subject}
      </span>
      <span className="wrap-anywhere text-ink-3">{actor}</span>
    </li>
  )
}

const translateName = (name: string, words: Readonly<Record<string, unknown>>): string => {
  const word = Object.hasOwn(words, name) ? words[name] : undefined
  return typeof word === 'string' ? word : name
}

function useStateWords(): (state: string | null) => string {
  const words = {
    ...useTexts(subjectTexts),
    ...useTexts(roleTexts),
    ...useTexts(stateTexts),
    ...useTexts(kindTexts),
    ...useTexts(disputeStateTexts),
  }
  const { nothing } = useTexts(logTexts)
  return (state) => (state === null ? nothing : translateName(state, words))
}
