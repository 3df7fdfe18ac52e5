import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { checkEmail, checkNewPassword } from '@kundig/contract/auth/credentials'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { type Credentials, signIn, signUp } from '../auth-client.ts'
import { authTexts } from '../auth.messages.ts'
import { forgetResetAddress, readResetAddress } from '../passwords/reset-address.ts'
import { isSecondFactorPending } from '../second-factor/second-factor.queries.ts'
import { refreshSession } from '../session.queries.ts'

export type AuthMode = 'sign-in' | 'sign-up' | 'code'

const HASHES = { 'sign-in': '', 'sign-up': 'sign-up', code: 'code' } as const satisfies Record<AuthMode, string>

/** Mode of the auth screen. The address contains the mode, for links and reloads. */
export function useAuthMode(): [AuthMode, (next: AuthMode, typedEmail?: string) => void] {
  const navigate = useNavigate()
  const mode = useLocation({
    select: ({ hash }) => (hash === 'sign-up' || hash === 'code' ? hash : 'sign-in'),
  })
  const change = (next: AuthMode, typedEmail?: string): void =>
    void navigate({
      to: '.',
      search: true,
      hash: HASHES[next],
      // The step for the mailed code is a separate history entry, so that Back leads to the email form.
      replace: next !== 'code',
      ...(typedEmail !== undefined && { state: { typedEmail } }),
      resetScroll: false,
      // The hash names a mode, not an element to scroll to.
      hashScrollIntoView: false,
    })
  return [mode, change]
}

/** Form of all modes. A change of mode keeps typed values and clears errors. @param onDone called with a session */
export function useAuthForm(onDone: () => void) {
  const [mode, change] = useAuthMode()
  const [modeOfErrors, setModeOfErrors] = useState(mode)
  const [initial] = useState<Credentials>(() => ({ email: readResetAddress(), password: '' }))
  const queryClient = useQueryClient()
  const texts = useTexts(authTexts)
  const form = useCheckedForm({
    initial,
    check: ({ email, password }) => ({
      email: checkEmail(email),
      // Only a new password must meet the rules, because an existing one may be older than the rules.
      password: mode === 'sign-up' ? checkNewPassword(password) : password === '' ? 'FIELD_REQUIRED' : null,
    }),
    send: async (credentials) => {
      await (mode === 'sign-up' ? signUp(credentials) : signIn(credentials))
      forgetResetAddress()
      if (!(await refreshSession(queryClient)) && (await isSecondFactorPending(queryClient))) return
      if (mode === 'sign-up') toast.success(texts.accountMade)
      onDone()
    },
    fallback: 'AUTHENTICATION_FAILED',
  })

  if (modeOfErrors !== mode) {
    setModeOfErrors(mode)
    form.clearErrors()
  }

  return { ...form, mode, change }
}
