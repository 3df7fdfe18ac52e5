import { type ReactNode, useCallback } from 'react'

import { SecuritySection } from '../../features/auth/security/security-section.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { AccountPage } from '../account-page.tsx'
import { accountTexts } from '../account.messages.ts'

/** `/account/security`. No profile is required, because operators without a profile need a second factor. */
export function AccountSecurity(): ReactNode {
  const texts = useTexts(accountTexts)
  const { go } = useNavigation()
  const leave = useCallback(() => go('/'), [go])
  return (
    <AccountPage title={texts.security} lead={texts.securityLead} needsProfile={false}>
      {({ user }) => <SecuritySection user={user} leave={leave} />}
    </AccountPage>
  )
}
