import { DECISION_GROUNDS, type DecisionGround } from '@kundig/contract/operations/decision-rules'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import { Field, ProseInput, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { decisionsTexts, groundTexts } from './decisions.messages.ts'
import { ReasonField } from './reason-field.tsx'

export interface DecisionValues {
  ground: DecisionGround
  rule: string
  facts: string
  days: string
}

export const NO_DECISION: DecisionValues = { ground: 'rules', rule: '', facts: '', days: '7' }

interface DecisionForm {
  values: DecisionValues
  set: ((name: 'ground', value: DecisionGround) => void) & ((name: 'rule' | 'facts' | 'days', value: string) => void)
  errorAt: (name: keyof DecisionValues) => string | null
}

export function DaysField({ values, set, errorAt }: DecisionForm) {
  const texts = useTexts(decisionsTexts)
  return (
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
  )
}

export function ReasonsFields({ values, set, errorAt }: DecisionForm) {
  const texts = useTexts(decisionsTexts)
  const grounds = useTexts(groundTexts)
  return (
    <>
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
          <ProseInput
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
    </>
  )
}
