import type { z } from 'zod'

import { readInput, sendInput, typingInput } from '../chat/chat.contract.ts'
import type { ClientToServerEvents } from './live-events.ts'

export const LIVE_INPUTS = {
  'message.send': sendInput,
  'room.read': readInput,
  typing: typingInput,
} as const satisfies Record<Exclude<keyof ClientToServerEvents, 'connection.check'>, z.ZodType>
