import type { ReactNode } from 'react'

import { OwnDataSection } from '../../features/auth/own-data/own-data-section.tsx'
import { PrivacySection } from '../../features/chat/presence/privacy-section.tsx'
import { BlockedSection } from '../../features/safety/blocked-section.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { AccountPage } from '../account-page.tsx'
import { accountTexts } from '../account.messages.ts'

export function AccountPrivacy(): ReactNode {
  const texts = useTexts(accountTexts)
  return (
    <AccountPage title={texts.privacy} lead={texts.privacyLead}>
      {() => (
        <>
          <PrivacySection />
          <BlockedSection />
          <OwnDataSection />
        </>
      )}
    </AccountPage>
  )
}
