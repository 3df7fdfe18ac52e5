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

/** Loaded at the first submit: most visitors never need them. */
let code: Awaited<ReturnType<typeof loadCode>> | undefined
const loadCode = () =>
  Promise.all([import('@kundig/contract/waiting-list/waiting-list-rules'), import('./waiting-list-thanks.tsx')])

/** Last joined name, in the cache, so visiting a profile keeps the thanks. */
const JOINED_KEY = ['waiting-list', 'joined']

/** Shows one problem at a time, the first in the spec's order (spec 5). */
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
      // The rules above allow no other value here.
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
