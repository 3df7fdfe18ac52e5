import type { z } from 'zod'

import type { Work } from '../core/call.ts'

export interface Command<S extends z.ZodType> {
  body: S
  act: (work: Work, body: z.output<S>, id: string) => Promise<object>
}

export type Declare = <S extends z.ZodType>(path: string, command: Command<S>) => void
