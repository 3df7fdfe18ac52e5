import type { one } from './cycle-one.ts'
export const two: typeof one = 2
