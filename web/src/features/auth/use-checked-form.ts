import { type SubmitEvent, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../design-system/toast.tsx'
import { failureOf } from '../../platform/api/failure.ts'
import { useErrorText } from '../../platform/i18n/texts.ts'

type Values<Field extends string> = Record<Field, string>

export interface CheckedFormOptions<Field extends string> {
  /** The values to begin with; its keys are the names of the fields, in reading order. */
  initial: Values<Field>
  /** What is wrong with the values, per field. */
  check: (values: Values<Field>) => Partial<Record<Field, ErrorCode | null>>
  send: (values: Values<Field>) => Promise<void>
  /** The code for failures that say nothing a person can use. */
  fallback: ErrorCode
  /** The form's own answer to a refusal; true when nothing else has to be said. */
  onRefused?: (code: ErrorCode) => boolean
  /** The form's field for a name by which the server calls it. */
  fieldOf?: (code: ErrorCode, serverField: string | undefined) => Field | undefined
}

/**
 * The state of a small form: values, what is wrong with them (from the first submit on, then live), and the
 * server's last refusal, which is told by a toast too. A refused submit puts the focus at the first field at fault.
 */
export function useCheckedForm<Field extends string>(options: CheckedFormOptions<Field>) {
  const { initial, check, send, fallback, onRefused, fieldOf } = options
  const [values, setValues] = useState(initial)
  const [submitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<{ code: ErrorCode; field: Field | undefined } | null>(null)
  const [busy, setBusy] = useState(false)
  const errorText = useErrorText()
  const problems: Partial<Record<Field, ErrorCode | null>> = submitted ? check(values) : {}

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    setSubmitted(true)
    const wrong = Object.entries(check(values)).find(([, code]) => code)
    if (wrong) return focusField(form, wrong[0])
    setBusy(true)
    setRefused(null)
    try {
      await send(values)
      setValues(initial)
      setSubmitted(false)
    } catch (error) {
      const { code, field: serverField } = failureOf(error, fallback)
      if (onRefused?.(code)) return
      toast.error(errorText(code))
      const field = fieldOf?.(code, serverField)
      setRefused({ code, field })
      if (field) focusField(form, field)
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    set: (field: Field, value: string): void => {
      setValues((before) => ({ ...before, [field]: value }))
      setRefused(null)
    },
    /** What to show at a field: its own problem, else what the server said about it. */
    errorAt: (field: Field): string | null => {
      const code = problems[field] ?? (refused?.field === field ? refused.code : undefined)
      return code ? errorText(code) : null
    },
    formError: refused && !refused.field ? errorText(refused.code) : null,
    busy,
    submit,
  }
}

function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
