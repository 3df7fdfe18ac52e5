import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'

import type { ServerToClientEvents } from '@kundig/contract/live/live-events'
import { checkObjection, OBJECTION_LIMITS } from '@kundig/contract/safety/statement-rules'
import type { Statement } from '@kundig/contract/safety/statements.contract'
import { countLetters } from '@kundig/contract/texts/sanitising'

import { Button } from '../../design-system/button.tsx'
import { CharacterCount } from '../../design-system/fields/character-count.tsx'
import { Field } from '../../design-system/fields/field.tsx'
import { FormError } from '../../design-system/fields/form-error.tsx'
import { TextArea } from '../../design-system/fields/text-area.tsx'
import { ErrorState } from '../../design-system/states/error-state.tsx'
import { toast } from '../../design-system/toasts/toast.tsx'
import { api, client } from '../../platform/api/client.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { useCheckedForm } from '../../platform/forms/use-checked-form.ts'
import { formatFullDateTime, formatMoment } from '../../platform/i18n/format.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useLiveEvent } from '../../platform/live/use-live-events.ts'
import { statementKindTexts, statementsTexts } from './statements.messages.ts'

/** Anchor to which mails about decisions link. */
const SECTION_ID = 'decisions'

const statementsQuery = queryOptions(api.safety.statements.queryOptions())

export function StatementsSection() {
  const texts = useTexts(statementsTexts)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isFetching, refetch } = useQuery({ ...statementsQuery, throwOnError: false })
  const isThere = data !== undefined && data.items.length > 0
  const onNotification = useCallback<ServerToClientEvents['notification.created']>(
    ({ notification }) => {
      if (notification.kind === 'decision') void refetch()
    },
    [refetch],
  )
  useLiveEvent('notification.created', onNotification)
  useEffect(() => {
    if (!isThere || window.location.hash !== `#${SECTION_ID}`) return undefined
    // Runs after the application's frame, which focuses the start of the screen whenever the address changes.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'start' })
    })
    return () => cancelAnimationFrame(frame)
  }, [isThere])
  if (data === undefined ? !error : !isThere) return null
  return (
    <section id={SECTION_ID} aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 ref={heading} id={titleId} tabIndex={-1} className="text-xl outline-none">
        {texts.title}
      </h2>
      {data === undefined ? (
        <ErrorState title={texts.failed} retryLabel={texts.retry} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
          <ul className="divide-y divide-border">
            {data.items.map((statement) => (
              <StatementRow key={statement.decision_id} statement={statement} />
            ))}
          </ul>
          <p className="mt-4 text-sm text-ink-3">{texts.elsewhere}</p>
        </>
      )}
    </section>
  )
}

const wordsClass = 'whitespace-pre-wrap wrap-anywhere'

function StatementRow({ statement }: { statement: Statement }) {
  const texts = useTexts(statementsTexts)
  const kinds = useTexts(statementKindTexts)
  const language = useLanguage()
  const [isObjecting, setIsObjecting] = useState(false)
  const { objection, ground, until } = statement
  return (
    <li className="grid gap-2 py-4">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-base">{kinds[statement.kind]}</h3>
        <time
          dateTime={statement.created_at}
          title={formatFullDateTime(statement.created_at, language)}
          className="num text-xs text-ink-3"
        >
          {formatMoment(statement.created_at, language)}
        </time>
      </span>
      {until !== null && <p className="text-sm">{texts.until(formatFullDateTime(until, language))}</p>}
      <dl className="grid gap-2 text-sm">
        <div>
          <dt className="text-ink-3">{texts.facts}</dt>
          <dd className={wordsClass}>{statement.facts}</dd>
        </div>
        {ground !== '' && (
          <div>
            <dt className="text-ink-3">{texts.ground}</dt>
            <dd className={wordsClass}>{ground}</dd>
          </div>
        )}
        {objection && (
          <div>
            <dt className="text-ink-3">{texts.yours}</dt>
            <dd className={wordsClass}>{objection.text}</dd>
            <dd className="text-ink-2">{objection.answered_at === null ? texts.waits : texts.answered}</dd>
          </div>
        )}
      </dl>
      {statement.may_object && !isObjecting && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setIsObjecting(true)}>
          {texts.object}
        </Button>
      )}
      {statement.may_object && isObjecting && (
        <ObjectionForm decisionId={statement.decision_id} onClose={() => setIsObjecting(false)} />
      )}
    </li>
  )
}

function ObjectionForm({ decisionId, onClose }: { decisionId: string; onClose: () => void }) {
  const texts = useTexts(statementsTexts)
  const language = useLanguage()
  const queryClient = useQueryClient()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: checkObjection(text) }),
    send: async ({ text }) => {
      const ended = getSessionSignal(queryClient)
      await client.safety.object({ decision_id: decisionId, text })
      if (ended.aborted) return
      toast.success(texts.sent)
      await queryClient.invalidateQueries({ queryKey: statementsQuery.queryKey })
    },
    fallback: 'UNEXPECTED',
  })
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label={texts.text}
        hint={texts.objectLead}
        required
        error={errorAt('text')}
        aside={
          <CharacterCount
            count={countLetters(values.text)}
            max={OBJECTION_LIMITS.textMax}
            locale={language}
            label={texts.characters}
          />
        }
      >
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            name="text"
            rows={4}
            value={values.text}
            onChange={(event) => set('text', event.target.value)}
          />
        )}
      </Field>
      <FormError text={formError} />
      <span className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          {texts.send}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
      </span>
    </form>
  )
}
