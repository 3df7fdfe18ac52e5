import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import { PAYMENTS } from '@kundig/contract/limits'
import { parseCents } from '@kundig/contract/payments/amounts/amount-rules'
import { FEE_LIMITS, computeFee, computeSmallestValidAmount } from '@kundig/contract/payments/amounts/fee-rule'
import type { SiteSettings } from '@kundig/contract/site/site-settings'

import { Button } from '../../../../design-system/button.tsx'
import { Checkbox, Field, TextInput } from '../../../../design-system/fields/field.tsx'
import { FormError } from '../../../../design-system/fields/form-error.tsx'
import { Notice } from '../../../../design-system/notice.tsx'
import { toast } from '../../../../design-system/toasts/toast.tsx'
import { client } from '../../../../platform/api/client.ts'
import { getSessionSignal } from '../../../../platform/api/session-state.ts'
import { useCheckedForm } from '../../../../platform/forms/use-checked-form.ts'
import { formatMoney } from '../../../../platform/i18n/format.ts'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../../operations.queries.ts'
import { settingsQuery } from '../settings.queries.ts'
import { FeeSummary } from './fee-summary.tsx'
import { feeTexts } from './fee.messages.ts'

/** Amount of the example payment (cents). */
const EXAMPLE_CENTS = 3500

type Fee = SiteSettings['fee']
interface Typed {
  percent: string
  fixed: string
  least: string
  minimum: string
}

/** Form for the service fee. If another owner changes the fee, the new values appear beside the typed values. */
export function FeeForm({ found }: { found: { version: number; settings: SiteSettings } }) {
  const texts = useTexts(feeTexts)
  const language = useLanguage()
  const queryClient = useQueryClient()
  const [isRefunded, setIsRefunded] = useState(found.settings.fee.is_refunded)
  const [isChanged, setIsChanged] = useState(false)
  const form = useCheckedForm<Typed>({
    initial: formatFeeFields(found.settings.fee, language),
    check: ({ percent, fixed, least, minimum }) => ({
      percent: isInRange(percent, 0, FEE_LIMITS.percentBpMax) ? null : 'FEE_PERCENT_INVALID',
      fixed: isInRange(fixed, 0, FEE_LIMITS.centsMax) ? null : 'FEE_AMOUNT_INVALID',
      least: isInRange(least, 0, FEE_LIMITS.centsMax) ? null : 'FEE_AMOUNT_INVALID',
      minimum: isInRange(minimum, PAYMENTS.centsMin, FEE_LIMITS.centsMax) ? null : 'FEE_MINIMUM_INVALID',
    }),
    send: async (typed) => {
      const fee = parseFee(typed, isRefunded)
      if (!fee) return
      const ended = getSessionSignal(queryClient)
      const answer = await client.operations.setFee({ version: found.version, ...fee })
      if (ended.aborted) return
      setIsChanged(false)
      queryClient.setQueryData(settingsQuery.queryKey, answer)
      toast.success(texts.saved)
      await queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
    },
    fallback: 'UNEXPECTED',
    emptyWhenSent: false,
    onRefused: (code: ErrorCode) => {
      if (code !== 'SETTINGS_CHANGED') return false
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }).then(() => setIsChanged(true))
      return true
    },
  })
  const typed = parseFee(form.values, isRefunded)
  const field = (name: keyof Typed, label: string, hint: string) => (
    <Field label={label} hint={hint} required error={form.errorAt(name)}>
      {(control) => (
        <TextInput
          {...control}
          name={name}
          className="num"
          inputMode="decimal"
          autoComplete="off"
          value={form.values[name]}
          readOnly={form.busy}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )}
    </Field>
  )
  return (
    <form noValidate aria-label={texts.title} className="grid gap-4" onSubmit={(event) => void form.submit(event)}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field('percent', texts.percent, texts.percentHint)}
        {field('fixed', texts.fixed, texts.fixedHint)}
        {field('least', texts.least, texts.leastHint)}
        {field('minimum', texts.minimum, texts.minimumHint)}
      </div>
      <Checkbox
        label={texts.isRefunded}
        checked={isRefunded}
        onChange={(event) => setIsRefunded(event.target.checked)}
      />
      <p role="status" className="min-h-10 text-sm text-ink-2">
        {typed && <FeeExample fee={typed} />}
      </p>
      {isChanged && (
        <div role="alert">
          <Notice tone="pending" title={texts.meanwhile}>
            <p>{texts.setNow}</p>
            <p>
              <FeeSummary fee={found.settings.fee} />
            </p>
          </Notice>
        </div>
      )}
      <FormError text={form.formError} />
      <Button type="submit" className="justify-self-start" busy={form.busy}>
        {texts.save}
      </Button>
    </form>
  )
}

function FeeExample({ fee }: { fee: Fee }) {
  const texts = useTexts(feeTexts)
  const language = useLanguage()
  const money = (cents: number): string => formatMoney(cents, PAYMENTS.currency, language)
  const least = computeSmallestValidAmount(fee, fee.minimum_cents)
  const amount = Math.max(EXAMPLE_CENTS, least)
  return (
    <span>{`${texts.example(money(amount), money(amount - computeFee(amount, fee)))} ${texts.leastNow(money(least))}`}</span>
  )
}

/** Formats cents as euros, or basis points as a percentage. */
const formatHundredths = (hundredths: number, language: Language): string =>
  (hundredths / 100)
    .toFixed(2)
    .replace(/\.?0+$/u, '')
    .replace('.', language === 'nl' ? ',' : '.')

function formatFeeFields({ percent_bp, fixed_cents, least_cents, minimum_cents }: Fee, language: Language): Typed {
  return {
    percent: formatHundredths(percent_bp, language),
    fixed: formatHundredths(fixed_cents, language),
    least: formatHundredths(least_cents, language),
    minimum: formatHundredths(minimum_cents, language),
  }
}

function isInRange(text: string, least: number, most: number): boolean {
  const hundredths = parseCents(text)
  return hundredths !== null && hundredths >= least && hundredths <= most
}

/** Parses the typed fee. @returns null while a value is invalid */
function parseFee({ percent, fixed, least, minimum }: Typed, isRefunded: boolean): Fee | null {
  const [percent_bp, fixed_cents, least_cents, minimum_cents] = [percent, fixed, least, minimum].map(parseCents)
  if (!isInRange(percent, 0, FEE_LIMITS.percentBpMax) || !isInRange(minimum, PAYMENTS.centsMin, FEE_LIMITS.centsMax))
    return null
  if (!isInRange(fixed, 0, FEE_LIMITS.centsMax) || !isInRange(least, 0, FEE_LIMITS.centsMax)) return null
  return {
    percent_bp: percent_bp ?? 0,
    fixed_cents: fixed_cents ?? 0,
    least_cents: least_cents ?? 0,
    minimum_cents: minimum_cents ?? 0,
    is_refunded: isRefunded,
  }
}
