import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import {
  checkDays,
  checkFacts,
  checkRule,
  DECISION_GROUNDS,
  type DecisionGround,
} from '@kundig/contract/operations/decision-rules'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import { Button } from '../../../design-system/button.tsx'
import { Field, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { decisionsTexts, groundTexts } from '../decisions.messages.ts'
import { ReasonField } from '../reason-field.tsx'
import { refreshOperations } from '../use-operations-events.ts'
import { peopleTexts } from './people.messages.ts'

const NOTHING: { ground: DecisionGround; rule: string; facts: string; days: string } = {
  ground: 'rules',
  rule: '',
  facts: '',
  days: '7',
}

/** Suspends somebody for some days, with the reasons that they read. */
export function SuspendForm({ personId, onChanged }: { personId: string; onChanged: () => void }) {
  const texts = useTexts(decisionsTexts)
  const people = useTexts(peopleTexts)
  const grounds = useTexts(groundTexts)
  const titleId = useId()
  const queryClient = useQueryClient()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: NOTHING,
    check: ({ rule, facts, days }) => ({ days: checkDays(days), rule: checkRule(rule), facts: checkFacts(facts) }),
    send: async ({ ground, rule, facts, days }) => {
      const ended = sessionSignal(queryClient)
      await client.operations.suspendPerson({ person_id: personId, ground, rule, facts, days: Number(days) })
      if (ended.aborted) return
      toast.success(people.suspended)
      onChanged()
      await refreshOperations(queryClient)
    },
    fallback: 'UNEXPECTED',
  })
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {people.suspend}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{people.suspendLead}</p>
      <form noValidate aria-labelledby={titleId} className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field
          label={texts.days}
          hint={texts.daysHint(OPERATIONS_LIMITS.suspensionMaxDays)}
          required
          keepHint
          error={errorAt('days')}
        >
          {(control) => (
            <TextInput
              {...control}
              name="days"
              inputMode="numeric"
              value={values.days}
              onChange={(event) => set('days', event.target.value)}
            />
          )}
        </Field>
        <Field label={texts.ground} required>
          {(control) => (
            <Select
              {...control}
              name="ground"
              value={values.ground}
              placeholder={texts.choose}
              options={DECISION_GROUNDS.map((value) => ({ value, label: grounds[value] }))}
              onChange={(event) =>
                set('ground', DECISION_GROUNDS.find((ground) => ground === event.target.value) ?? 'rules')
              }
            />
          )}
        </Field>
        <Field label={texts.rule} hint={texts.ruleHint} required error={errorAt('rule')}>
          {(control) => (
            <TextInput
              {...control}
              name="rule"
              value={values.rule}
              onChange={(event) => set('rule', event.target.value)}
            />
          )}
        </Field>
        <ReasonField
          label={texts.facts}
          hint={texts.factsHint}
          name="facts"
          value={values.facts}
          max={OPERATIONS_LIMITS.factsMax}
          error={errorAt('facts')}
          onChange={(value) => set('facts', value)}
        />
        <FormError text={formError} />
        <Button type="submit" className="justify-self-start" busy={busy}>
          {people.suspend}
        </Button>
      </form>
    </section>
  )
}
