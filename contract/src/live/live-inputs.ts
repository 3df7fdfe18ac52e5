import type { z } from 'zod'

import { readInput, sendInput, typingInput } from '../chat/chat.contract.ts'
import type { ClientToServerEvents } from './live-events.ts'

/** What each event from a tab carries, apart from the one that carries nothing. An event that is not here does not compile. */
export const LIVE_INPUTS = {
  'message.send': sendInput,
  'room.read': readInput,
  typing: typingInput,
} as const satisfies Record<Exclude<keyof ClientToServerEvents, 'connection.check'>, z.ZodType>
