import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ResetPasswordScreen } from '../../features/auth/passwords/reset-password-screen.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useCodeFromAddress } from '../use-code-from-address.ts'
import { useTitle } from '../use-title.ts'

export function ResetPassword(): ReactNode {
  useTitle(useTexts(routesTexts).resetPassword)
  const navigate = useNavigate()
  const code = useCodeFromAddress('oobCode')
  return (
    <>
      {/* No referrer, because the address contains the code at first. */}
      <meta name="referrer" content="no-referrer" />
      <ResetPasswordScreen code={code} onDone={() => void navigate({ to: '/login', replace: true })} />
    </>
  )
}
