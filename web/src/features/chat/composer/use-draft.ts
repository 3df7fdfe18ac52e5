import { useEffect, useState } from 'react'

import { useSession } from '../../auth/session.queries.ts'
import { giveBackDraft, keepDraft, onDraftElsewhere, readDraft } from './drafts.ts'

export interface Draft {
  text: string
  write: (text: string) => void
  /**
   * Empties the field at once, and forgets the draft when what was written is kept elsewhere. What could not be kept
   * comes back into the field.
   */
  clearAfter: (kept: Promise<void>) => void
}

/** The draft of a room, the same in all of the person's tabs. */
export function useDraft(roomId: string): Draft {
  const session = useSession()
  const userId = session.status === 'in' ? session.session.user.id : ''
  const [text, setText] = useState(() => readDraft(userId, roomId))

  // What is stored is what was typed last, in whichever tab: reading it never takes anything back.
  useEffect(() => onDraftElsewhere(userId, roomId, () => setText(readDraft(userId, roomId))), [userId, roomId])

  return {
    text,
    write: (next) => {
      setText(next)
      keepDraft(userId, roomId, next)
    },
    clearAfter: (kept) => {
      setText('')
      void kept.then(
        () => {
          // What has been begun since is another draft.
          if (readDraft(userId, roomId) === text) keepDraft(userId, roomId, '')
        },
        () => setText(giveBackDraft(userId, roomId, text)),
      )
    },
  }
}
