import { useChatEvents } from '../features/chat/use-chat-events.ts'
import { useRequestEvents } from '../features/connection-requests/use-request-events.ts'

/** Takes live events into the cache, once for the whole tab. Loaded only while someone is logged in. */
export function LiveEvents(): null {
  useRequestEvents()
  useChatEvents()
  return null
}
