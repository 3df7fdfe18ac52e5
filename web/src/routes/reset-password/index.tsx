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
      {/* Until it is removed, the address contains the code. */}
      <meta name="referrer" content="no-referrer" />
      <ResetPasswordScreen code={code} onDone={() => void navigate({ to: '/login', replace: true })} />
    </>
  )
}
