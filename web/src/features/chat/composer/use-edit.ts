import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText } from '../../../platform/i18n/texts.ts'
import { getApplyChanged } from '../cache/incoming.ts'
import type { TextMessage } from '../cache/message.ts'
import type { Draft } from './use-draft.ts'
import type { Editing } from './use-editing.ts'

interface EditState {
  message: TextMessage
  text: string
  isBusy: boolean
  failed: ErrorCode | null
}

export interface Edit extends Omit<EditState, 'message'> {
  write: (text: string) => void
  /** Stores the text and ends edit mode; after a failure the text stays. Ends immediately if nothing changed. */
  save: (content: string) => void
  /** Ends edit mode without saving. Does nothing during a save. */
  cancel: () => void
}

/**
 * Text of the edited message, separate from the room's draft. A changed text becomes the draft if the message
 * disappears, the room closes, or a save fails after the person left edit mode. @returns null outside edit mode
 */
export function useEditDraft(
  { message, endedBy, end }: Editing,
  draft: Draft,
  area: RefObject<HTMLTextAreaElement | null>,
): Edit | null {
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [state, setState] = useState<EditState | null>(null)
  if (message !== (state?.message ?? null))
    setState(message && { message, text: message.content, isBusy: false, failed: null })

  const shown = useRef<TextMessage>(null)
  useLayoutEffect(() => {
    shown.current = message
    return () => {
      shown.current = null
    }
  }, [message])
  /** Message whose changed text has already become the draft. */
  const finished = useRef<TextMessage>(null)

  useLayoutEffect(() => {
    const field = area.current
    if (!message || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
    field.scrollTo({ top: field.scrollHeight })
  }, [message, area])

  const finish = useEffectEvent((code: ErrorCode) => {
    if (!message || !state) return
    if (state.text !== message.content) draft.restore(state.text)
    finished.current = message
    end(message)
    toast.info(errorText(code))
  })
  useLayoutEffect(() => {
    if (endedBy) finish(endedBy)
  }, [endedBy])

  if (!message || !state) return null
  const leave = (): void => {
    end(message)
    const focused = document.activeElement
    if (focused === document.body || area.current?.form?.contains(focused)) area.current?.focus()
  }
  const update = (change: Partial<EditState>): void =>
    setState((now) => (now?.message === message ? { ...now, ...change } : now))
  const save = async (content: string): Promise<void> => {
    if (content === message.content) return leave()
    update({ isBusy: true, failed: null })
    const applyChanged = getApplyChanged(queryClient)
    try {
      applyChanged(await client.chat.editMessage({ room_id: message.room_id, seq: message.seq, content }))
      leave()
    } catch (error) {
      const { code } = toFailure(error)
      if (shown.current === message) return update({ isBusy: false, failed: code })
      if (finished.current === message) return
      draft.restore(content)
      toast.error(errorText(code))
    }
  }
  const { text, isBusy, failed } = state
  return {
    text,
    isBusy,
    failed,
    write: (next) => update({ text: next, failed: null }),
    save: (content) => void save(content),
    cancel: () => {
      if (!isBusy) leave()
    },
  }
}
