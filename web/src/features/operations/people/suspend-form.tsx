import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

import { checkSuspensionDays, checkFacts, checkRule } from '@kundig/contract/operations/decision-rules'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { DaysField, NO_DECISION, ReasonsFields } from '../decisions/decision-fields.tsx'
import { refreshOperations } from '../use-operations-events.ts'
import { peopleTexts } from './people.messages.ts'

export function SuspendForm({ personId, onChanged }: { personId: string; onChanged: () => void }) {
  const people = useTexts(peopleTexts)
  const titleId = useId()
  const queryClient = useQueryClient()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: NO_DECISION,
    check: ({ rule, facts, days }) => ({
      days: checkSuspensionDays(days),
      rule: checkRule(rule),
      facts: checkFacts(facts),
    }),
    send: async ({ ground, rule, facts, days }) => {
      const ended = getSessionSignal(queryClient)
      await client.operations.suspendPerson({ person_id: personId, ground, rule, facts, days: Number(days) })
      if (ended.aborted) return
      toast.success(people.suspended)
      onChanged()
      await refreshOperations(queryClient)
    },
    fallback: 'UNEXPECTED',
  })
  const fields = { values, set, errorAt }
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {people.suspend}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{people.suspendLead}</p>
      <form noValidate aria-labelledby={titleId} className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <DaysField {...fields} />
        <ReasonsFields {...fields} />
        <FormError text={formError} />
        <Button type="submit" className="justify-self-start" busy={busy}>
          {people.suspend}
        </Button>
      </form>
    </section>
  )
}
