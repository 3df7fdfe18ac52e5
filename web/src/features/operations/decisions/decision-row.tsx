import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { checkFacts } from '@kundig/contract/operations/decision-rules'
import type { Decision } from '@kundig/contract/operations/decisions.contract'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { formatFullDateTime, formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { refreshOperations } from '../use-operations-events.ts'
import { decisionsTexts, kindTexts } from './decisions.messages.ts'
import { ReasonField } from './reason-field.tsx'

export function DecisionRow({
  decision,
  mayDecide,
  onAnswered,
  children,
}: {
  decision: Decision
  mayDecide: boolean
  onAnswered?: () => void
  children?: ReactNode
}) {
  const texts = useTexts(decisionsTexts)
  const kinds = useTexts(kindTexts)
  const language = useLanguage()
  const [asked, setAsked] = useState<'undo' | 'uphold' | null>(null)
  const { objected_at: objectedAt, may_undo: mayUndo, may_uphold: mayUphold } = decision
  return (
    <li className="grid gap-2 py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <span>{kinds[decision.kind]}</span>
          {decision.is_undone && <Badge tone="neutral">{texts.undone}</Badge>}
          {objectedAt !== null && <Badge tone="pending">{texts.objected(formatMoment(objectedAt, language))}</Badge>}
        </span>
        <time dateTime={decision.decided_at} className="num text-xs text-ink-3">
          {formatFullDateTime(decision.decided_at, language)}
        </time>
      </span>
      <span className="text-sm wrap-anywhere text-ink-2">
        {decision.until !== null && <span>{`${texts.until(formatFullDateTime(decision.until, language))}, `}</span>}
        <span>{texts.by(decision.decided_by ?? texts.formerly)}</span>
      </span>
      {children}
      {mayDecide && objectedAt !== null && !mayUphold && <p className="text-sm text-ink-2">{texts.forAnother}</p>}
      {mayDecide && asked === null && (mayUndo || mayUphold) && (
        <span className="flex flex-wrap gap-2">
          {mayUphold && (
            <Button variant="secondary" size="sm" onClick={() => setAsked('uphold')}>
              {texts.uphold}
            </Button>
          )}
          {mayUndo && (
            <Button variant="secondary" size="sm" onClick={() => setAsked('undo')}>
              {texts.undo}
            </Button>
          )}
        </span>
      )}
      {asked !== null && (
        <AnswerForm
          decision={decision}
          kind={asked}
          onClose={() => setAsked(null)}
          onAnswered={() => {
            setAsked(null)
            onAnswered?.()
          }}
        />
      )}
    </li>
  )
}

function AnswerForm({
  decision,
  kind,
  onClose,
  onAnswered,
}: {
  decision: Decision
  kind: 'undo' | 'uphold'
  onClose: () => void
  onAnswered: () => void
}) {
  const texts = useTexts(decisionsTexts)
  const queryClient = useQueryClient()
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { facts: '' },
    check: ({ facts }) => ({ facts: checkFacts(facts) }),
    send: async ({ facts }) => {
      const ended = getSessionSignal(queryClient)
      const input = { decision_id: decision.id, facts }
      await (kind === 'undo' ? client.operations.undoDecision(input) : client.operations.upholdDecision(input))
      if (ended.aborted) return
      toast.success(kind === 'undo' ? texts.undoneNow : texts.upheldNow)
      onAnswered()
      await refreshOperations(queryClient)
    },
    fallback: 'UNEXPECTED',
  })
  return (
    <form noValidate className="mt-2 grid gap-4" onSubmit={(event) => void submit(event)}>
      <ReasonField
        label={kind === 'undo' ? texts.undoReason : texts.upholdReason}
        hint={texts.reasonHint}
        name="facts"
        value={values.facts}
        max={OPERATIONS_LIMITS.factsMax}
        error={errorAt('facts')}
        isFocused
        onChange={(value) => set('facts', value)}
      />
      <FormError text={formError} />
      <span className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          {kind === 'undo' ? texts.undo : texts.uphold}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
      </span>
    </form>
  )
}
