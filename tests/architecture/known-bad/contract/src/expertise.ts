import type { LIMIT } from './limits.ts'
export type Expertise = typeof LIMIT
