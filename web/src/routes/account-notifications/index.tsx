import type { ReactNode } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { VerificationNotice } from '../../features/auth/email/verification-notice.tsx'
import { SettingsScreen } from '../../features/notifications/settings/settings-screen.tsx'
import { settingsTexts } from '../../features/notifications/settings/settings.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { useTitle } from '../use-title.ts'

/** `/account/notifications`: what one is sent, where, and when. */
export function AccountNotifications(): ReactNode {
  return <GuardedRoute needsProfile>{(session) => <OwnSettings session={session} />}</GuardedRoute>
}

function OwnSettings({ session }: { session: Session }) {
  useTitle(useTexts(settingsTexts).title)
  const { user } = session
  return <SettingsScreen userId={user.id} confirm={<VerificationNotice user={user} canChange={false} />} />
}
