import type { ReactNode } from 'react'

import { VerificationNotice } from '../../features/auth/email/verification-notice.tsx'
import { NotificationChoices } from '../../features/notifications/settings/notification-choices.tsx'
import { settingsTexts } from '../../features/notifications/settings/settings.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { AccountPage } from '../account-page.tsx'
import { accountTexts } from '../account.messages.ts'

export function AccountNotifications(): ReactNode {
  const texts = useTexts(accountTexts)
  const { lead } = useTexts(settingsTexts)
  return (
    <AccountPage title={texts.notifications} lead={lead}>
      {({ user }) => (
        <NotificationChoices userId={user.id} confirm={<VerificationNotice user={user} canChange={false} />} />
      )}
    </AccountPage>
  )
}
