import type { ReactNode } from 'react'

import { earningsTexts } from '../../features/payments/earnings/earnings.messages.ts'
import { OwnEarnings } from '../../features/payments/earnings/own-earnings.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { AccountPage } from '../account-page.tsx'

export function AccountEarnings(): ReactNode {
  const texts = useTexts(earningsTexts)
  return (
    <AccountPage title={texts.title} lead={texts.lead}>
      {() => <OwnEarnings />}
    </AccountPage>
  )
}
