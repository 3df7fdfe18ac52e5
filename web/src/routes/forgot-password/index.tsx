import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ForgotPasswordScreen } from '../../features/auth/passwords/forgot-password-screen.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'

export function ForgotPassword(): ReactNode {
  useTitle(useTexts(routesTexts).forgotPassword)
  return <ForgotPasswordScreen typedEmail={useLocation().state.typedEmail} />
}
