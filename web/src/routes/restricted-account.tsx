import type { ReactNode } from 'react'

import { useLazyModule } from '../design-system/lazy-module.ts'
import { PageSpinner } from '../design-system/page-spinner.tsx'
import type { AuthScreenProps } from '../features/auth/signing-in/auth-screen.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { routesTexts } from './routes.messages.ts'

const loadAccount = async () => {
  const [{ RestrictedAccount: Account }, { OwnDataSection }] = await Promise.all([
    import('../features/safety/restricted-account.tsx'),
    import('../features/auth/own-data/own-data-section.tsx'),
  ])
  return { Account, OwnDataSection }
}

type Restricted = Parameters<AuthScreenProps['renderRestricted']>

function RestrictedAccount({ restriction, onLogOut }: { restriction: Restricted[0]; onLogOut: Restricted[1] }) {
  const texts = useTexts(routesTexts)
  const code = useLazyModule(loadAccount, true)
  if (!code) return <PageSpinner label={texts.loading} />
  return <code.Account restriction={restriction} onLogOut={onLogOut} ownData={<code.OwnDataSection />} />
}

export const renderRestricted = (...[restriction, onLogOut]: Restricted): ReactNode => (
  <RestrictedAccount restriction={restriction} onLogOut={onLogOut} />
)
