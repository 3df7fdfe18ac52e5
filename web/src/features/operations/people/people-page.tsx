import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'
import type { FoundPerson } from '@kundig/contract/operations/people.contract'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { Field, ProseInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { peopleTexts, restrictionTexts } from './people.messages.ts'
import { peopleFoundQuery } from './people.queries.ts'

/** @param onSearch stores the search query in the address */
export function PeoplePage({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const texts = useTexts(peopleTexts)
  const { values, set, errorAt, formError, submit } = useCheckedForm({
    initial: { query },
    check: (form) => ({ query: form.query.trim().length < OPERATIONS_LIMITS.personQueryMin ? 'INVALID_INPUT' : null }),
    send: async (form) => onSearch(form.query.trim()),
    fallback: 'UNEXPECTED',
    emptyWhenSent: false,
  })
  return (
    <div className="grid max-w-[50rem] gap-6">
      <div>
        <h1 className="text-2xl">{texts.title}</h1>
      </div>
      <form
        noValidate
        role="search"
        className="card grid gap-4 p-5 shadow-2 sm:p-8"
        onSubmit={(event) => void submit(event)}
      >
        <Field label={texts.query} hint={texts.queryHint} keepHint error={errorAt('query')}>
          {(control) => (
            <ProseInput
              {...control}
              name="query"
              type="search"
              autoComplete="off"
              spellCheck={false}
              maxLength={OPERATIONS_LIMITS.personQueryMax}
              value={values.query}
              onChange={(event) => set('query', event.target.value)}
            />
          )}
        </Field>
        <FormError text={formError} />
        <Button type="submit" className="justify-self-start">
          {texts.find}
        </Button>
      </form>
      {query.length >= OPERATIONS_LIMITS.personQueryMin && <PeopleSearchResults query={query} />}
    </div>
  )
}

function PeopleSearchResults({ query }: { query: string }) {
  const texts = useTexts(peopleTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const found = useQuery(peopleFoundQuery(query))
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="mb-2 text-xl">
        {texts.found}
      </h2>
      <QueryState
        query={found}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <p role="status" className="text-ink-2">
            {texts.none}
          </p>
        }
      >
        {({ items, is_more: isMore }) => (
          <>
            <ul className="divide-y divide-border">
              {items.map((person) => (
                <FoundPersonRow key={person.id} person={person} />
              ))}
            </ul>
            {isMore && (
              <p role="status" className="mt-3 text-sm text-ink-2">
                {texts.more}
              </p>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

function FoundPersonRow({ person }: { person: FoundPerson }) {
  const texts = useTexts(peopleTexts)
  const restrictions = useTexts(restrictionTexts)
  const language = useLanguage()
  return (
    <li className="grid gap-0.5 py-2">
      <span className="flex flex-wrap items-center gap-x-3">
        <Link
          href={`/operator/people/${person.id}`}
          className={`${textLinkClass} inline-flex min-h-11 items-center font-semibold wrap-anywhere`}
        >
          {person.name ?? texts.noName}
        </Link>
        {person.standing !== 'good' && <Badge tone="danger">{restrictions[person.standing]}</Badge>}
      </span>
      <span className="text-sm wrap-anywhere text-ink-2">
        {`${person.email ?? texts.closed}, ${texts.since(formatFullDateTime(person.created_at, language))}`}
      </span>
    </li>
  )
}
