import { useEffect } from 'react'

import { client } from '../../../platform/api/client.ts'

/** How often a tab that is looked at says so (ms): a little less often than the server keeps it. */
const SAID_EVERY_MS = 240_000

/** Says now and then that the person is there, while they look at any page of theirs. What fails is not worth a word. */
export function useNoteActive(): void {
  useEffect(() => {
    const say = (): void => {
      if (!document.hidden) client.chat.active({}).catch(() => undefined)
    }
    say()
    const timer = setInterval(say, SAID_EVERY_MS)
    document.addEventListener('visibilitychange', say)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
    }
  }, [])
}
