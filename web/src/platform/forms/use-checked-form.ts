import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure, isWorthRetrying } from '../api/failure.ts'
import { useErrorText } from '../i18n/texts.ts'

type Problems<Values> = Partial<Record<keyof Values & string, ErrorCode | null>>

export interface CheckedFormOptions<Values extends object> {
  initial: Values
  /** Loads code that `check` needs, before the first check. */
  prepare?: () => Promise<void>
  /** Returns an error code for each invalid field, in reading order. */
  check: (values: Values) => Problems<Values>
  /** Sends valid values. The form is busy until the promise settles. @param submitter the pressed button */
  send: (values: Values, submitter: HTMLElement | null) => Promise<void>
  /** Error code for failures without a known code. */
  fallback: ErrorCode
  /** True to use `fallback` for network and server failures as well. */
  outagesAsFallback?: boolean
  emptyWhenSent?: boolean
  /** Handles a refusal. Returns true to suppress the form's own message. */
  onRefused?: (code: ErrorCode) => boolean
  /** Maps a refusal to a field. By default the field that the server names, if the form has such a field. */
  findField?: (code: ErrorCode, serverField: string | undefined, values: Values) => (keyof Values & string) | undefined
}

/** Form that validates live after the first submit. A refusal appears in the form, or in a toast after unmount. */
export function useCheckedForm<Values extends object>(options: CheckedFormOptions<Values>) {
  type Field = keyof Values & string
  const { initial, prepare, check, send, fallback, outagesAsFallback, emptyWhenSent, onRefused } = options
  const isField = (name: string | undefined): name is Field => name !== undefined && Object.hasOwn(initial, name)
  const fieldOf = options.findField ?? ((_code, serverField) => (isField(serverField) ? serverField : undefined))
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<readonly Field[] | 'all'>([])
  const [refused, setRefused] = useState<{ code: ErrorCode; field: Field | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const errorText = useErrorText()
  const problems: Problems<Values> = shown.length > 0 ? check(values) : {}

  function clearErrors(): void {
    setShown([])
    setRefused(null)
  }

  function showRefusal(form: HTMLFormElement, error: unknown): void {
    const { code, field: serverField } = toFailure(error, fallback)
    if (onRefused?.(code)) return
    const shownCode = outagesAsFallback && isWorthRetrying(error) ? fallback : code
    // A removed form cannot show the error. After the session ends, the log-in screen replaces the form.
    if (!form.isConnected || code === 'NO_SESSION') return toast.error(errorText(shownCode))
    const field = fieldOf(code, serverField, values)
    // Renders the error before the focus moves, because screen readers read it on focus.
    flushSync(() => setRefused({ code: shownCode, field }))
    if (field !== undefined) focusField(form, field)
  }

  /** Shows the errors of some fields and focuses the first invalid one. @returns true without errors */
  function validate(form: HTMLFormElement, fields: readonly Field[] | 'all'): boolean {
    flushSync(() => setShown(fields))
    const wrong = Object.entries(check(values)).find(([field, code]) => code && includesField(fields, field))
    if (wrong) focusField(form, wrong[0])
    return !wrong
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const { submitter } = event.nativeEvent
    setBusy(true)
    setRefused(null)
    try {
      await prepare?.()
      if (!validate(form, 'all')) return
      await send(values, submitter)
      if (!emptyWhenSent) return
      setValues(initial)
      clearErrors()
    } catch (error) {
      showRefusal(form, error)
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    set: <Key extends Field>(field: Key, value: Values[Key]): void => {
      setValues((before) => ({ ...before, [field]: value }))
      setRefused(null)
    },
    errorAt: (field: Field): string | null => {
      const code =
        (includesField(shown, field) ? problems[field] : null) ?? (refused?.field === field ? refused.code : undefined)
      const value: unknown = values[field]
      return code ? errorText(code, typeof value === 'string' ? value : undefined) : null
    },
    formError: refused && refused.field === undefined ? errorText(refused.code) : null,
    busy,
    submit,
    validate,
    clearErrors,
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

function includesField(fields: readonly string[] | 'all', field: string): boolean {
  return fields === 'all' || fields.includes(field)
}
