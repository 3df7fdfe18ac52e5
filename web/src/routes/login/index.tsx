import { Navigate, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import { AuthScreen } from '../../features/auth/auth-screen.tsx'
import { useSession } from '../../features/auth/session.queries.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { readReturnTo } from '../return-to.ts'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'

/** `/login`: the auth screen; whoever is logged in goes on to the dashboard. */
export function Login(): ReactNode {
  const texts = useTexts(routesTexts)
  const navigate = useNavigate()
  const [isComposingRequest] = useState(() => readReturnTo() !== null)
  useTitle(texts.logIn)
  if (useSession().status === 'in') return <Navigate to="/dashboard" replace />
  return (
    <AuthScreen
      isComposingRequest={isComposingRequest}
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
    />
  )
}
