import { useState } from 'react'

import type { MessagePreview } from '@kundig/contract/chat/chat.contract'

import { type ChatMessage, type PresentMessage, toPreview } from '../cache/message.ts'

export interface Replying {
  /** Current state of the message that the next text will answer; null outside reply mode. */
  preview: MessagePreview | null
  /** Object that changes whenever a reply starts. */
  target: object | null
  start: (message: PresentMessage) => void
  end: () => void
  /** Sends a reply and ends reply mode. If the text cannot be stored, reply mode is restored. */
  send: (store: (replyTo: MessagePreview | undefined) => Promise<void>) => Promise<void>
}

/** Reply mode of a room: shared by the message menu and the composer. */
export function useReplying(messages: readonly ChatMessage[] = []): Replying {
  const [target, setTarget] = useState<{ message: PresentMessage } | null>(null)
  const preview = target && toPreview(messages.find(({ seq }) => seq === target.message.seq) ?? target.message)
  return {
    preview,
    target,
    start: (message) => setTarget({ message }),
    end: () => setTarget(null),
    send: async (store) => {
      setTarget(null)
      try {
        await store(preview ?? undefined)
      } catch (error) {
        setTarget((now) => now ?? target)
        throw error
      }
    },
  }
}
