import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { InvitationScreen } from '../../features/auth/invitation/invitation-screen.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useCodeFromAddress } from '../use-code-from-address.ts'
import { useTitle } from '../use-title.ts'

export function Invitation(): ReactNode {
  useTitle(useTexts(routesTexts).invitation)
  const navigate = useNavigate()
  const code = useCodeFromAddress('code')
  return (
    <>
      {/* No referrer, because the address contains the code at first. */}
      <meta name="referrer" content="no-referrer" />
      <InvitationScreen code={code} onDone={() => void navigate({ to: '/account', replace: true })} />
    </>
  )
}
