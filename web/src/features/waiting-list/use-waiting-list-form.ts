import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import { isCategory } from '@kundig/contract/profiles/categories'
import type { WaitingListForm } from '@kundig/contract/waiting-list/waiting-list-rules'

import { toast } from '../../design-system/toast.tsx'
import { api } from '../../platform/api/client.ts'
import { failureOf, isWorthRetrying } from '../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { waitingListTexts } from './waiting-list.messages.ts'

const loadRules = () => import('@kundig/contract/waiting-list/waiting-list-rules')
type Check = Awaited<ReturnType<typeof loadRules>>['checkWaitingListForm']

const EMPTY: WaitingListForm = { full_name: '', email: '', category: '', consent: false }

function isField(field: string | undefined): field is keyof WaitingListForm {
  return field !== undefined && Object.hasOwn(EMPTY, field)
}

/**
 * The state of the waiting-list form. One problem is shown at a time, the first in the spec's order
 * (spec 5), from the first submit on.
 */
export function useWaitingListForm() {
  const [values, setValues] = useState(EMPTY)
  // Its rules come with the first submit.
  const [check, setCheck] = useState<Check | null>(null)
  const [refused, setRefused] = useState<{ field: keyof WaitingListForm; code: ErrorCode } | null>(null)
  const [joinedName, setJoinedName] = useState<string | null>(null)
  const join = useMutation(api.waitingList.join.mutationOptions())
  const texts = useTexts(waitingListTexts)
  const errorText = useErrorText()

  const problem = check?.(values) ?? refused

  function set<Key extends keyof WaitingListForm>(key: Key, value: WaitingListForm[Key]): void {
    setValues((before) => ({ ...before, [key]: value }))
    setRefused(null)
  }

  function errorAt(field: keyof WaitingListForm): string | null {
    return problem?.field === field ? errorText(problem.code) : null
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (join.isPending) return
    const form = event.currentTarget
    const focus = (field: keyof WaitingListForm): void => {
      const control = form.elements.namedItem(field)
      if (control instanceof HTMLElement) control.focus()
    }
    const { checkWaitingListForm } = await loadRules()
    setCheck(() => checkWaitingListForm)
    const wrong = checkWaitingListForm(values)
    const { full_name, email, category } = values
    if (wrong || !isCategory(category)) return focus(wrong?.field ?? 'category')
    try {
      await join.mutateAsync({ full_name, email, category, consent: true })
      toast.success(texts.joined)
      setJoinedName(full_name.trim())
      setValues(EMPTY)
      setCheck(null)
    } catch (error) {
      const { code, field } = failureOf(error, 'WAITING_LIST_FAILED')
      toast.error(errorText(isWorthRetrying(error) ? 'WAITING_LIST_FAILED' : code))
      if (!isField(field)) return undefined
      setRefused({ field, code })
      focus(field)
    }
  }

  return { values, set, errorAt, busy: join.isPending, submit, joinedName, startOver: () => setJoinedName(null) }
}
