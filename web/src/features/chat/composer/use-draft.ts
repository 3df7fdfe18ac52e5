import { useEffect, useState } from 'react'

import { draftKey } from '../../../platform/state/draft-store.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { giveBackDraft, roomDrafts } from './drafts.ts'

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
  const key = draftKey(useViewerId() ?? '', roomId)
  const [text, setText] = useState(() => roomDrafts.read(key) ?? '')

  // What is stored is what was typed last, in whichever tab: reading it never takes anything back.
  useEffect(() => roomDrafts.subscribeElsewhere(key, () => setText(roomDrafts.read(key) ?? '')), [key])

  return {
    text,
    write: (next) => {
      setText(next)
      roomDrafts.save(key, next)
    },
    clearAfter: (kept) => {
      setText('')
      void kept.then(
        () => {
          // What has been begun since is another draft.
          if (roomDrafts.read(key) === text) roomDrafts.forget(key)
        },
        () => setText(giveBackDraft(key, text)),
      )
    },
  }
}
