import { PAYMENTS } from '@kundig/contract/limits'
import { computeSmallestValidAmount } from '@kundig/contract/payments/amounts/fee-rule'
import type { SiteSettings } from '@kundig/contract/site/site-settings'

import { formatMoney } from '../../../../platform/i18n/format.ts'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { feeTexts } from './fee.messages.ts'

export function FeeSummary({ fee }: { fee: SiteSettings['fee'] }) {
  const texts = useTexts(feeTexts)
  const language = useLanguage()
  const money = (cents: number): string => formatMoney(cents, PAYMENTS.currency, language)
  const locale = language === 'nl' ? 'nl-NL' : 'en-GB'
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
    fee.percent_bp / 10_000,
  )
  const { fixed_cents: fixed, least_cents: least } = fee
  const minimum = computeSmallestValidAmount(fee, fee.minimum_cents)
  const goesBack = fee.is_refunded ? texts.back : texts.notBack
  return <span>{texts.summary(percent, money(fixed), money(least), money(minimum), goesBack)}</span>
}
