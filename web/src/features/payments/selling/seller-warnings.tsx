import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { Notice } from '../../../design-system/notice.tsx'
import { formatDate, formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { sellerWarningTexts } from './seller-warnings.messages.ts'

/** Stripe's error codes for a bank account that the seller must replace. */
const WRONG_ACCOUNT: readonly (string | null)[] = [
  'account_closed',
  'account_frozen',
  'bank_account_restricted',
  'bank_ownership_changed',
  'incorrect_account_holder_address',
  'incorrect_account_holder_name',
  'incorrect_account_holder_tax_id',
  'invalid_account_number',
  'invalid_account_number_length',
  'invalid_currency',
  'no_account',
]

export function SellerWarnings({ account }: { account: SellerAccount }) {
  const texts = useTexts(sellerWarningTexts)
  const language = useLanguage()
  const { status, is_restricted: isRestricted, at_stake: atStake, failed_payout: failed } = account
  const isLost = status === 'inactive' && account.had_account === true
  if (!isLost && isRestricted !== true && !failed) return null
  return (
    <div className="mt-4 grid gap-2.5">
      {isLost && (
        <Notice tone="pending" title={texts.lost}>
          {texts.lostText}
        </Notice>
      )}
      {isRestricted === true && (
        <Notice tone="pending" title={atStake === 'payouts' ? texts.noPayouts : texts.noTransfers}>
          {atStake === 'payouts' ? texts.noPayoutsText : texts.noTransfersText}
        </Notice>
      )}
      {failed && (
        <Notice
          tone="pending"
          title={texts.failed(formatMoney(failed.amount, failed.currency, language), formatDueDay(failed.arrival_date))}
        >
          {WRONG_ACCOUNT.includes(failed.failure_code) ? texts.failedAccount : texts.failedText}
        </Notice>
      )}
    </div>
  )

  function formatDueDay(date: string): string {
    // At noon UTC, nearly every time zone has the same date.
    return formatDate(`${date}T12:00:00`, language)
  }
}
