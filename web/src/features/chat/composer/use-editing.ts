import { useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { type ChatMessage, isEditable, isPresent, type TextMessage } from '../cache/message.ts'

export interface Editing {
  /** Edited message, as it was when the edit began; null outside edit mode. */
  message: TextMessage | null
  /** Reason why the message can no longer be edited, if known before a save. */
  endedBy: ErrorCode | null
  start: (message: TextMessage) => void
  /** Starts an edit of the person's last editable text. @returns false when no text is editable */
  startLast: () => boolean
  /** Ends the edit of this message. Does nothing when another message is being edited. */
  end: (message: TextMessage) => void
}

/** Edit mode of a room: shared by the message menu and the composer. */
export function useEditing(room: Room, messages: readonly ChatMessage[] = []): Editing {
  const [message, setMessage] = useState<TextMessage | null>(null)
  const current = message && messages.find(({ seq }) => seq === message.seq)
  const isGone = current && !isPresent(current)
  return {
    message,
    endedBy: !message ? null : isGone ? 'MESSAGE_GONE' : room.status === 'open' ? null : 'EDIT_ENDED',
    start: setMessage,
    startLast: () => {
      const last = messages.findLast((one) => isEditable(one, room))
      if (last) setMessage(last)
      return last !== undefined
    },
    end: (ended) => setMessage((now) => (now === ended ? null : now)),
  }
}
