import { Navigate, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useSession } from '../../features/auth/session.queries.ts'
import { AuthScreen } from '../../features/auth/signing-in/auth-screen.tsx'
import { renderRestricted } from '../restricted-account.tsx'
import { useAuthTitle } from '../use-auth-title.ts'

export function Login(): ReactNode {
  const navigate = useNavigate()
  const setMode = useAuthTitle()
  if (useSession().status === 'in') return <Navigate to="/dashboard" replace />
  return (
    <AuthScreen
      renderRestricted={renderRestricted}
      onMode={setMode}
      onDone={() => void navigate({ to: '/dashboard', replace: true })}
    />
  )
}
