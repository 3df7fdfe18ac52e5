import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { isCategory } from '@kundig/contract/profiles/categories'
import type { WaitingListForm } from '@kundig/contract/waiting-list/waiting-list-rules'

import { toast } from '../../design-system/toasts/toast.tsx'
import { client } from '../../platform/api/client.ts'
import { useCheckedForm } from '../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { waitingListTexts } from './waiting-list.messages.ts'

const EMPTY: WaitingListForm = { full_name: '', email: '', category: '', consent: false }

/** Validation code, loaded at the first submit, because most visitors never join. */
let code: Awaited<ReturnType<typeof loadCode>> | undefined
const loadCode = () =>
  Promise.all([import('@kundig/contract/waiting-list/waiting-list-rules'), import('./waiting-list-thanks.tsx')])

/** Cache key of the joined person's name. The cache makes the thanks reappear after a visit to a profile. */
const JOINED_KEY = ['waiting-list', 'joined']

/** Waiting list form. Shows only the first problem in the order of spec 5. */
export function useWaitingListForm() {
  const queryClient = useQueryClient()
  const [joinedName, setJoinedName] = useState(() => queryClient.getQueryData<string>(JOINED_KEY) ?? null)
  const texts = useTexts(waitingListTexts)
  const form = useCheckedForm({
    initial: EMPTY,
    prepare: async () => {
      code = await loadCode()
    },
    check: (values) => {
      const problem = code?.[0].checkWaitingListForm(values)
      return problem ? { [problem.field]: problem.code } : {}
    },
    send: async ({ full_name, email, category }) => {
      // Narrows the type: the checks above have already refused other values.
      if (!isCategory(category)) return
      await client.waitingList.join({ full_name, email, category, consent: true })
      toast.success(texts.joined)
      queryClient.setQueryData(JOINED_KEY, full_name.trim())
      setJoinedName(full_name.trim())
    },
    fallback: 'WAITING_LIST_FAILED',
    outagesAsFallback: true,
    emptyWhenSent: true,
  })
  const startOver = (): void => {
    queryClient.removeQueries({ queryKey: JOINED_KEY })
    setJoinedName(null)
  }
  const thanks = joinedName !== null && code && { name: joinedName, startOver, Thanks: code[1].Thanks }
  return { ...form, thanks }
}
