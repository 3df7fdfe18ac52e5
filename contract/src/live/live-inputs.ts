import type { z } from 'zod'

import { readInput, sendInput, typingInput } from '../chat/chat.contract.ts'
import type { ClientToServerEvents } from './live-events.ts'

/** Input schema of each event from a tab that has data. An event without a schema does not compile. */
export const LIVE_INPUTS = {
  'message.send': sendInput,
  'room.read': readInput,
  typing: typingInput,
} as const satisfies Record<Exclude<keyof ClientToServerEvents, 'connection.check'>, z.ZodType>
