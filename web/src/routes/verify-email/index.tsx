import type { ReactNode } from 'react'

import { VerifyEmailScreen } from '../../features/auth/email/verify-email-screen.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useCodeFromAddress } from '../use-code-from-address.ts'
import { useTitle } from '../use-title.ts'

export function VerifyEmail(): ReactNode {
  useTitle(useTexts(routesTexts).verifyEmail)
  const code = useCodeFromAddress('code')
  return (
    <>
      {/* No referrer, because the address contains the code at first. */}
      <meta name="referrer" content="no-referrer" />
      <VerifyEmailScreen code={code} />
    </>
  )
}
