import { useState } from 'react'

import type { AuthMode } from '../features/auth/signing-in/use-auth-form.ts'
import { useTexts } from '../platform/i18n/texts.ts'
import { routesTexts } from './routes.messages.ts'
import { useTitle } from './use-title.ts'

/** Sets the title of the auth screen. @returns callback that receives the screen's mode */
export function useAuthTitle(): (mode: AuthMode) => void {
  const texts = useTexts(routesTexts)
  const [mode, setMode] = useState<AuthMode>('sign-in')
  useTitle(mode === 'sign-up' ? texts.signUp : texts.logIn)
  return setMode
}
