import type { z } from 'zod'

import type { Work } from '../core/call.ts'

/** What a test can ask for: `act` gets the body as the schema reads it, and the id of the address. */
export interface Command<S extends z.ZodType> {
  body: S
  act: (work: Work, body: z.output<S>, id: string) => Promise<object>
}

/** Declares a command at an address below `/control`. */
export type Declare = <S extends z.ZodType>(path: string, command: Command<S>) => void
