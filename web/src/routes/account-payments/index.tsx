import type { ReactNode } from 'react'

import { CardSection } from '../../features/payments/cards/card-section.tsx'
import { OwnPaymentsSection } from '../../features/payments/own-payments/own-payments-section.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { AccountPage } from '../account-page.tsx'
import { accountTexts } from '../account.messages.ts'

export function AccountPayments(): ReactNode {
  const texts = useTexts(accountTexts)
  return (
    <AccountPage title={texts.payments} lead={texts.paymentsLead}>
      {() => (
        <>
          <CardSection />
          <OwnPaymentsSection />
        </>
      )}
    </AccountPage>
  )
}
