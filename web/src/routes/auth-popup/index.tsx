import type { ReactNode } from 'react'

import { GoogleReturnScreen } from '../../features/auth/google/google-window-end.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'

export function AuthPopup(): ReactNode {
  useTitle(useTexts(routesTexts).logIn)
  return <GoogleReturnScreen />
}
