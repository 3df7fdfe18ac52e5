import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { BookBalanceCheck } from '@kundig/contract/operations/books.contract'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatMoment, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { booksTexts } from './books.messages.ts'

export function BalanceChecks({ checks, mayCompare }: { checks: readonly BookBalanceCheck[]; mayCompare: boolean }) {
  const texts = useTexts(booksTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const compare = useMutation({
    ...api.operations.lookAtBalance.mutationOptions(),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: api.operations.books.key() })
      toast.success(texts.compared)
    },
  })
  return (
    <div className="grid gap-3">
      <div role="status" className="grid gap-3">
        {checks.length === 0 && (
          <Notice tone="info" title={texts.notCompared}>
            {texts.notComparedMore}
          </Notice>
        )}
        {checks.map((look) => (
          <BalanceCheck key={look.currency} check={look} />
        ))}
      </div>
      <FormError text={compare.error ? errorText(toFailure(compare.error, 'UNAVAILABLE').code) : null} />
      {mayCompare && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          busy={compare.isPending}
          onClick={() => compare.mutate({})}
        >
          {texts.compare}
        </Button>
      )}
    </div>
  )
}

function BalanceCheck({ check }: { check: BookBalanceCheck }) {
  const texts = useTexts(booksTexts)
  const language = useLanguage()
  const { currency, expected, actual, counts, suspects, looked_at: lookedAt, agreed_at: agreedAt } = check
  const money = (cents: number): string => formatMoney(cents, currency, language)
  const when = formatMoment(lookedAt, language)
  const difference = money(actual - expected)
  if (actual === expected) {
    return (
      <Notice tone="info" title={texts.agree}>
        {texts.agreeMore(when, money(actual))}
      </Notice>
    )
  }
  if (!counts) {
    return (
      <Notice tone="pending" title={texts.waits}>
        {texts.waitsMore(difference)}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" title={texts.differ(difference)}>
      <span>{texts.differMore(money(expected), money(actual), when)}</span>{' '}
      <span>{agreedAt === null ? texts.neverAgreed : texts.agreedAt(formatMoment(agreedAt, language))}</span>{' '}
      <span>{suspects.length === 0 ? texts.noSuspects : texts.suspects}</span>{' '}
      <span className="wrap-anywhere">{suspects.join(', ')}</span>
    </Notice>
  )
}
