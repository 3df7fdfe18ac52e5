import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { readSignInLink } from '@kundig/contract/auth/sign-in-code'

import { CodeLinkScreen } from '../../features/auth/sign-in-code/code-link-screen.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useCodeFromAddress } from '../use-code-from-address.ts'
import { useTitle } from '../use-title.ts'

/** `/sign-in-code#…`: signs in with the code of a mailed link. */
export function SignInCode(): ReactNode {
  useTitle(useTexts(routesTexts).logIn)
  const navigate = useNavigate()
  const fragment = useCodeFromAddress('#')
  return (
    <CodeLinkScreen
      mailed={fragment === null ? null : readSignInLink(fragment)}
      onDone={(isIn) => void navigate({ to: isIn ? '/dashboard' : '/login', replace: true })}
    />
  )
}
