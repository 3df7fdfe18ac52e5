import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'

import type { UnmatchedCharge } from '@kundig/contract/operations/books.contract'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatFullDateTime, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { outcomeTexts, unmatchedTexts } from './books.messages.ts'

export function UnmatchedChargesSection({
  payments,
  mayDecide,
}: {
  payments: readonly UnmatchedCharge[]
  mayDecide: boolean
}) {
  const texts = useTexts(unmatchedTexts)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  if (payments.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="card p-5 shadow-2">
      <h2 ref={heading} id={titleId} tabIndex={-1} className="text-lg outline-none">
        {texts.title}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{texts.lead}</p>
      <ul className="divide-y divide-border">
        {payments.map((payment) => (
          <ChargeRow
            key={payment.id}
            payment={payment}
            mayDecide={mayDecide}
            // Focuses the heading, because the buttons of the decided row disappear.
            onDecided={() => heading.current?.focus({ preventScroll: true })}
          />
        ))}
      </ul>
    </section>
  )
}

function ChargeRow({
  payment,
  mayDecide,
  onDecided,
}: {
  payment: UnmatchedCharge
  mayDecide: boolean
  onDecided: () => void
}) {
  const texts = useTexts(unmatchedTexts)
  const outcomes = useTexts(outcomeTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const queryClient = useQueryClient()
  const { id, amount: cents, currency, state, outcome, created_at: createdAt } = payment
  const amount = formatMoney(cents, currency, language)
  const stateOf = ({ state: now, outcome: came }: Pick<UnmatchedCharge, 'state' | 'outcome'>): string =>
    now === 'open' ? texts.open : came === null ? texts.ignored : outcomes[came]
  const onSuccess = async (after: UnmatchedCharge): Promise<void> => {
    toast.success(`${amount}: ${stateOf(after)}`)
    await Promise.all(
      [api.operations.books.key(), api.operations.auditLog.key(), api.operations.health.key()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
    onDecided()
  }
  const update = useMutation({ ...api.operations.takeInPayment.mutationOptions(), onSuccess })
  const ignore = useMutation({ ...api.operations.ignorePayment.mutationOptions(), onSuccess })
  const failed = update.error ?? ignore.error
  return (
    <li className="grid gap-2 py-3 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="num font-semibold">{amount}</span>
          <span>{` · ${stateOf({ state, outcome })}`}</span>
        </span>
        <time dateTime={createdAt} className="num text-xs text-ink-3">
          {formatFullDateTime(createdAt, language)}
        </time>
      </p>
      <p className="wrap-anywhere text-ink-2">{payment.stripe_payment_intent_id ?? payment.stripe_charge_id}</p>
      {mayDecide && state === 'open' && (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-label={texts.updateFromStripeNamed(amount)}
            busy={update.isPending}
            onClick={() => update.mutate({ id })}
          >
            {texts.updateFromStripe}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={texts.ignoreNamed(amount)}
            busy={ignore.isPending}
            onClick={() => ignore.mutate({ id })}
          >
            {texts.ignore}
          </Button>
        </span>
      )}
      <FormError text={failed ? errorText(toFailure(failed, 'UNAVAILABLE').code) : null} />
    </li>
  )
}
