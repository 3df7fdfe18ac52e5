import type { Room } from '@kundig/contract/chat/chat.contract'

import type { ChatMessage } from '../cache/message.ts'
import { type Editing, useEditing } from './use-editing.ts'
import { type Replying, useReplying } from './use-replying.ts'

/** Edit mode and reply mode of a room. Starting one ends the other. */
export function useComposerModes(
  room: Room,
  messages?: readonly ChatMessage[],
): { editing: Editing; replying: Replying } {
  const editing = useEditing(room, messages)
  const replying = useReplying(messages)
  return {
    editing: {
      ...editing,
      start: (message) => {
        replying.end()
        editing.start(message)
      },
      startLast: () => {
        const isStarted = editing.startLast()
        if (isStarted) replying.end()
        return isStarted
      },
    },
    replying: {
      ...replying,
      start: (message) => {
        if (editing.message) editing.end(editing.message)
        replying.start(message)
      },
    },
  }
}
