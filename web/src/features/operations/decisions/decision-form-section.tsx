import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { ReportCase } from '@kundig/contract/operations/cases.contract'
import { checkSuspensionDays, checkFacts, checkRule, type Measure } from '@kundig/contract/operations/decision-rules'

import { Button } from '../../../design-system/button.tsx'
import { Field, Select } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { caseQuery } from '../cases.queries.ts'
import { refreshOperations } from '../use-operations-events.ts'
import { DaysField, type DecisionValues, NO_DECISION, ReasonsFields } from './decision-fields.tsx'
import { decisionsTexts, kindTexts } from './decisions.messages.ts'

interface Values extends DecisionValues {
  measure: Measure | ''
}

const NOTHING: Values = { measure: '', ...NO_DECISION }

/** Validates a decision. A decision without a measure needs no reasons. */
function findProblems({ measure, rule, facts, days }: Values): Partial<Record<keyof Values, ErrorCode | null>> {
  if (measure === '') return { measure: 'FIELD_REQUIRED' }
  if (measure === 'nothing') return {}
  const wrong = { rule: checkRule(rule), facts: checkFacts(facts) }
  return measure === 'suspend' ? { days: checkSuspensionDays(days), ...wrong } : wrong
}

export function DecisionFormSection({ found }: { found: ReportCase }) {
  const texts = useTexts(decisionsTexts)
  const kinds = useTexts(kindTexts)
  const titleId = useId()
  const queryClient = useQueryClient()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm<Values>({
    initial: NOTHING,
    check: findProblems,
    send: async ({ measure, ground, rule, facts, days }) => {
      if (measure === '') return
      const ended = getSessionSignal(queryClient)
      const reasons = measure === 'nothing' ? {} : { rule, facts }
      const answer = await client.operations.decideCase({
        case_id: found.id,
        measure,
        ground,
        ...reasons,
        ...(measure === 'suspend' && { days: Number(days) }),
      })
      if (ended.aborted) return
      queryClient.setQueryData(caseQuery(found.id).queryKey, answer)
      toast.success(texts.decided)
      await refreshOperations(queryClient)
    },
    fallback: 'UNEXPECTED',
  })
  const fields = { values, set, errorAt }
  const needsReasons = values.measure !== '' && values.measure !== 'nothing'
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label={texts.measure} required error={errorAt('measure')}>
          {(control) => (
            <Select
              {...control}
              name="measure"
              value={values.measure}
              placeholder={texts.choose}
              options={found.measures.map((value) => ({ value, label: kinds[value] }))}
              onChange={(event) =>
                set('measure', found.measures.find((measure) => measure === event.target.value) ?? '')
              }
            />
          )}
        </Field>
        {values.measure === 'suspend' && <DaysField {...fields} />}
        {needsReasons && <ReasonsFields {...fields} />}
        <FormError text={formError} />
        <Button type="submit" className="justify-self-start" busy={busy}>
          {texts.decide}
        </Button>
      </form>
    </section>
  )
}
