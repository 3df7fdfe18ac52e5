import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import type { WaitingCount, WaitingEntry } from '@kundig/contract/operations/waiting.contract'
import { type Category, isCategory } from '@kundig/contract/profiles/categories'

import { Field, Select } from '../../../design-system/fields/field.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { PagedList } from '../../../platform/lists/paged-list.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { InviteForm } from './invite-form.tsx'
import { WaitingListSwitch } from './open-switch.tsx'
import { waitingTexts } from './waiting-list.messages.ts'
import { waitingCountsQuery, waitingListQuery } from './waiting-list.queries.ts'

export function WaitingListSection({ mayInvite, mayClose }: { mayInvite: boolean; mayClose: boolean }) {
  const texts = useTexts(waitingTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const counts = useQuery(waitingCountsQuery)
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <WaitingListSwitch mayChange={mayClose} />
      <QueryState
        query={counts}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="text-ink-2">{texts.none}</p>}
      >
        {({ items }) => (
          <>
            <WaitingListCounts items={items} />
            {mayInvite && items.some(({ waiting }) => waiting > 0) && <InviteForm items={items} />}
            <WaitingListEntries />
          </>
        )}
      </QueryState>
    </section>
  )
}

function WaitingListCounts({ items }: { items: readonly WaitingCount[] }) {
  const texts = useTexts(waitingTexts)
  const { getLabel: nameOf } = useCategories()
  const numbers = ['waiting', 'invited', 'came'] as const
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-border text-left text-ink-3 max-sm:text-xs">
          <th scope="col" className="py-2 pr-3 font-normal">
            {texts.category}
          </th>
          {numbers.map((name) => (
            <th key={name} scope="col" className="py-2 pl-1.5 text-right font-normal sm:pl-3">
              {texts[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items
          .toSorted((one, other) => other.waiting - one.waiting)
          .map((item) => (
            <tr key={item.category} className="border-b border-border last:border-b-0">
              <th scope="row" className="py-2 pr-3 text-left font-semibold wrap-break-word">
                {nameOf(item.category)}
              </th>
              {numbers.map((name) => (
                <td key={name} className="num py-2 pl-1.5 text-right sm:pl-3">
                  {item[name]}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function WaitingListEntries() {
  const texts = useTexts(waitingTexts)
  const common = useTexts(operationsTexts)
  const { all, getLabel: nameOf } = useCategories()
  const titleId = useId()
  const [category, setCategory] = useState<Category | null>(null)
  const list = useInfiniteQuery(waitingListQuery(category))
  return (
    <section aria-labelledby={titleId} className="mt-6 border-t border-border pt-6">
      <h3 id={titleId} className="mb-3 text-lg">
        {texts.who}
      </h3>
      <Field label={texts.category}>
        {(control) => (
          <Select
            {...control}
            name="shown-category"
            value={category ?? ''}
            placeholder={texts.everyCategory}
            options={[
              { value: '', label: texts.everyCategory },
              ...all.map(({ id }) => ({ value: id, label: nameOf(id) })),
            ]}
            onChange={({ target: { value } }) => setCategory(isCategory(value) ? value : null)}
          />
        )}
      </Field>
      <PagedList
        query={list}
        loading={<LoadingRows />}
        failed={texts.failed}
        retryLabel={common.retry}
        empty={<p className="mt-4 text-ink-2">{texts.empty}</p>}
        align="start"
        listClassName="mt-2 divide-y divide-border"
      >
        {(entry) => <EntryRow key={entry.id} entry={entry} category={nameOf(entry.category)} />}
      </PagedList>
    </section>
  )
}

function EntryRow({ entry, category }: { entry: WaitingEntry; category: string }) {
  const texts = useTexts(waitingTexts)
  const language = useLanguage()
  const until = entry.invited_until
  return (
    <li className="grid gap-0.5 py-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{entry.full_name}</span>
        <span className="text-ink-3">{texts.since(formatMoment(entry.since, language))}</span>
      </span>
      <span className="wrap-anywhere text-ink-2">{entry.email}</span>
      <span className="flex flex-wrap justify-between gap-x-4 text-ink-3">
        <span>{category}</span>
        {until !== null && (
          <span>
            {entry.is_invited
              ? texts.invitedUntil(formatMoment(until, language))
              : texts.ranOut(formatMoment(until, language))}
          </span>
        )}
      </span>
    </li>
  )
}
