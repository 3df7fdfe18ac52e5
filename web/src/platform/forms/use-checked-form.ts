import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../design-system/toasts/toast.tsx'
import { toFailure, isWorthRetrying } from '../api/failure.ts'
import { useErrorText } from '../i18n/texts.ts'

type Problems<Values> = Partial<Record<keyof Values & string, ErrorCode | null>>

export interface CheckedFormOptions<Values extends object> {
  /** The values to begin with; its keys are the names of the fields. */
  initial: Values
  /** Fetches what `check` needs; awaited before the first values are checked. */
  prepare?: () => Promise<void>
  /** What is wrong with the values, per field, in reading order. */
  check: (values: Values) => Problems<Values>
  /**
   * Sends values with which nothing is wrong. The form is busy until it is done.
   * @param submitter the button that was pressed, for forms that have several
   */
  send: (values: Values, submitter: HTMLElement | null) => Promise<void>
  /** The code for failures that say nothing a person can use. */
  fallback: ErrorCode
  /** Whether a network or server that is down is told by `fallback` too, and not by its own name. */
  outagesAsFallback?: boolean
  /** Whether the form stays after it was sent, and is empty again then. */
  emptyWhenSent?: boolean
  /** The form's own answer to a refusal; true when nothing else has to be said. */
  onRefused?: (code: ErrorCode) => boolean
  /** The form's field for a refusal; by default the one that the server names, if the form has it. */
  fieldOf?: (code: ErrorCode, serverField: string | undefined, values: Values) => (keyof Values & string) | undefined
}

/**
 * The state of a form: values, what is wrong with them (from the first submit on, then live), and the server's
 * last refusal, which is told here, or by a toast where the form is gone. A refused submit puts the focus at the first
 * field at fault.
 */
export function useCheckedForm<Values extends object>(options: CheckedFormOptions<Values>) {
  type Field = keyof Values & string
  const { initial, prepare, check, send, fallback, outagesAsFallback, emptyWhenSent, onRefused } = options
  const isField = (name: string | undefined): name is Field => name !== undefined && Object.hasOwn(initial, name)
  const fieldOf = options.fieldOf ?? ((_code, serverField) => (isField(serverField) ? serverField : undefined))
  const [values, setValues] = useState(initial)
  /** The fields whose problems are shown. */
  const [shown, setShown] = useState<readonly Field[] | 'all'>([])
  const [refused, setRefused] = useState<{ code: ErrorCode; field: Field | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const errorText = useErrorText()
  const problems: Problems<Values> = shown.length > 0 ? check(values) : {}

  /** Takes back what was said about the values, until the next submit. */
  function forgive(): void {
    setShown([])
    setRefused(null)
  }

  function refuse(form: HTMLFormElement, error: unknown): void {
    const { code, field: serverField } = toFailure(error, fallback)
    if (onRefused?.(code)) return
    const told = outagesAsFallback && isWorthRetrying(error) ? fallback : code
    // Without a session its screen gives way to another one.
    if (!form.isConnected || code === 'NO_SESSION') return toast.error(errorText(told))
    const field = fieldOf(code, serverField, values)
    // What is wrong stands at the field before the focus comes there, or screen readers would not read it.
    flushSync(() => setRefused({ code: told, field }))
    if (field !== undefined) focusField(form, field)
  }

  /** Shows what is wrong with some fields from now on, and focuses the first. @returns true where nothing is wrong */
  function judge(form: HTMLFormElement, fields: readonly Field[] | 'all'): boolean {
    flushSync(() => setShown(fields))
    const wrong = Object.entries(check(values)).find(([field, code]) => code && isAmong(fields, field))
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
      if (!judge(form, 'all')) return
      await send(values, submitter)
      if (!emptyWhenSent) return
      setValues(initial)
      forgive()
    } catch (error) {
      refuse(form, error)
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
    /** What to show at a field: its own problem, else what the server said about it. */
    errorAt: (field: Field): string | null => {
      const code =
        (isAmong(shown, field) ? problems[field] : null) ?? (refused?.field === field ? refused.code : undefined)
      const value: unknown = values[field]
      return code ? errorText(code, typeof value === 'string' ? value : undefined) : null
    },
    /** What the server said about the form as a whole. */
    formError: refused && refused.field === undefined ? errorText(refused.code) : null,
    busy,
    submit,
    judge,
    forgive,
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}

function isAmong(fields: readonly string[] | 'all', field: string): boolean {
  return fields === 'all' || fields.includes(field)
}
