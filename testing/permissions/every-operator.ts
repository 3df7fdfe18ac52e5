import type { Expected } from './permission-row.ts'

/** What the operators' pages are to everybody else: not there. */
export const UNKNOWN = '404 NOT_FOUND'

/** Every operator, whatever their role. */
export const everyOperator = (answer: string): Expected => ({
  viewer: answer,
  moderator: answer,
  owner: answer,
  anonymous: UNKNOWN,
  everyoneElse: UNKNOWN,
})
