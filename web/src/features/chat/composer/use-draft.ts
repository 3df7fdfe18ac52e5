import { useEffect, useState } from 'react'

import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { restoreDraft, roomDrafts } from './drafts.ts'

export interface Draft {
  text: string
  write: (text: string) => void
  /** Empties the field immediately. Deletes the draft once the text is stored; after a failure restores the text. */
  clearAfter: (kept: Promise<void>) => void
  /** Inserts a text before the current draft. */
  restore: (text: string) => void
}

export function useDraft(roomId: string): Draft {
  const key = toDraftKey(useViewerId() ?? '', roomId)
  const [text, setText] = useState(() => roomDrafts.read(key) ?? '')

  // The browser's storage has the latest draft of all tabs.
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
          // A text written since the message was sent is a new draft, and stays.
          if (roomDrafts.read(key) === text) roomDrafts.forget(key)
        },
        () => setText(restoreDraft(key, text)),
      )
    },
    restore: (lost) => setText(restoreDraft(key, lost)),
  }
}
