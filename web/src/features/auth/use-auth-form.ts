import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'

import { checkEmail, checkNewPassword } from '@kundig/contract/auth/credentials'
import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../design-system/toast.tsx'
import { failureOf } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { type Credentials, signIn, signUp } from './auth-client.ts'
import { authTexts } from './auth.messages.ts'
import { refreshSession } from './session.queries.ts'

export type AuthMode = 'sign-in' | 'sign-up'
type Field = keyof Credentials
type Problems = Partial<Record<Field, ErrorCode>>

const FIELDS: readonly Field[] = ['email', 'password']

function check(mode: AuthMode, { email, password }: Credentials): Problems {
  const emailCode = checkEmail(email)
  // An old password may not meet today's rules; only a new one has to.
  const passwordCode = mode === 'sign-up' ? checkNewPassword(password) : password === '' ? 'FIELD_REQUIRED' : null
  return { ...(emailCode ? { email: emailCode } : {}), ...(passwordCode ? { password: passwordCode } : {}) }
}

function isField(field: string | undefined): field is Field {
  return field === 'email' || field === 'password'
}

/**
 * The state of the auth form: values, what is wrong with them (from the first submit on, then live), and
 * the last refusal by the server.
 * @param onDone called once the session is known
 */
export function useAuthForm(onDone: () => void) {
  const [mode, setMode] = useState<AuthMode>('sign-in')
  const [values, setValues] = useState<Credentials>({ email: '', password: '' })
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ code: ErrorCode; field: Field | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const queryClient = useQueryClient()
  const texts = useTexts(authTexts)
  const errorText = useErrorText()

  const problems = submitted ? check(mode, values) : {}

  function set(field: Field, value: string): void {
    setValues((before) => ({ ...before, [field]: value }))
    setRefused(null)
  }

  function change(next: AuthMode): void {
    setMode(next)
    setSubmitted(false)
    setRefused(null)
  }

  /** What to show at a field: its own problem, else what the server said about it. */
  function errorAt(field: Field): string | null {
    const code = problems[field] ?? (refused?.field === field ? refused.code : undefined)
    return code ? errorText(code) : null
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const focus = (field: Field): void => {
      const control = form.elements.namedItem(field)
      if (control instanceof HTMLElement) control.focus()
    }
    setSubmitted(true)
    const wrong = FIELDS.find((field) => check(mode, values)[field])
    if (wrong) return focus(wrong)
    setBusy(true)
    setRefused(null)
    try {
      await (mode === 'sign-up' ? signUp(values) : signIn(values))
      await refreshSession(queryClient)
      if (mode === 'sign-up') toast.success(texts.accountMade)
      onDone()
    } catch (error) {
      const { code, field } = failureOf(error, 'AUTHENTICATION_FAILED')
      toast.error(errorText(code))
      setRefused({ code, field: isField(field) ? field : undefined })
      if (isField(field)) focus(field)
    } finally {
      setBusy(false)
    }
  }

  return {
    mode,
    change,
    values,
    set,
    errorAt,
    formError: refused && !refused.field ? errorText(refused.code) : null,
    busy,
    submit,
  }
}
