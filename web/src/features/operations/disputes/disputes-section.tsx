import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'

import type { DisputePack, ListedDispute } from '@kundig/contract/operations/disputes.contract'
import { isAwaitingEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { operationsTexts } from '../operations.messages.ts'
import { disputeReasonTexts, otherReasonTexts } from '../stripe-words.messages.ts'
import { disputesTexts, disputeStateTexts } from './disputes.messages.ts'
import { EvidenceForm } from './evidence-form.tsx'

/** Refetch interval (ms): no live event announces a dispute. */
const REFETCH_MS = 60_000

export function DisputesSection({ mayDecide }: { mayDecide: boolean }) {
  const texts = useTexts(disputesTexts)
  const common = useTexts(operationsTexts)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const disputes = useQuery({
    ...api.operations.disputes.queryOptions({ input: {} }),
    refetchInterval: REFETCH_MS,
  })
  return (
    <section aria-labelledby={titleId} className="card mb-4 p-5 shadow-2 sm:p-8">
      <h2 ref={heading} id={titleId} tabIndex={-1} className="text-xl outline-none">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <QueryState
        query={disputes}
        loading={<LoadingRows />}
        renderFailure={() => texts.failed}
        retryLabel={common.retry}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="text-ink-2">{texts.none}</p>}
      >
        {({ items }) => (
          <ul className="divide-y divide-border">
            {items.map((dispute) => (
              <DisputeRow
                key={dispute.id}
                dispute={dispute}
                mayDecide={mayDecide}
                // Focuses the heading, because the form with the focus disappears.
                onSubmitted={() => heading.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function DisputeRow({
  dispute,
  mayDecide,
  onSubmitted,
}: {
  dispute: ListedDispute
  mayDecide: boolean
  onSubmitted: () => void
}) {
  const texts = useTexts(disputesTexts)
  const common = useTexts(operationsTexts)
  const states = useTexts(disputeStateTexts)
  const reasons: Record<string, string> = useTexts(disputeReasonTexts)
  const { other } = useTexts(otherReasonTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const look = useMutation({
    ...api.operations.lookAtDispute.mutationOptions(),
    // Refetches the audit log, because the server logs each view.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.operations.auditLog.key() }),
  })
  const { stripe_id: stripeId, seller, buyer, due_by: dueBy, submitted_at: submittedAt } = dispute
  const money = formatMoney(dispute.amount, dispute.currency, language)
  const buyerName = buyer?.name ?? common.nameless
  const canSubmit = mayDecide && isAwaitingEvidence(dispute.status) && submittedAt === null
  const pack: DisputePack | undefined = look.data
  return (
    <li className="grid gap-2 py-3 text-sm">
      <p className="font-semibold wrap-anywhere">
        {seller === null
          ? texts.unknown(money, stripeId)
          : texts.line(buyerName, seller.name ?? common.nameless, money)}
      </p>
      <p className="wrap-anywhere text-ink-2">
        {texts.stands(states[dispute.status], reasons[dispute.reason] ?? other(dispute.reason))}
      </p>
      <p className="text-ink-3">
        {submittedAt === null
          ? dueBy !== null && texts.due(formatFullDateTime(dueBy, language))
          : texts.submitted(formatFullDateTime(submittedAt, language))}
      </p>
      <FormError text={look.error ? errorText(toFailure(look.error, 'UNAVAILABLE').code) : null} />
      {canSubmit && !pack && (
        <span>
          <Button
            variant="secondary"
            size="sm"
            busy={look.isPending}
            aria-label={texts.prepareNamed(money, buyerName)}
            onClick={() => look.mutate({ id: dispute.id })}
          >
            {texts.prepare}
          </Button>
        </span>
      )}
      {canSubmit && pack && <EvidenceForm pack={pack} onCancel={look.reset} onSubmitted={onSubmitted} />}
    </li>
  )
}
