import type { Expected } from './permission-row.ts'

export const UNKNOWN = '404 NOT_FOUND'

export const everyOperator = (answer: string): Expected => ({
  viewer: answer,
  moderator: answer,
  owner: answer,
  anonymous: UNKNOWN,
  everyoneElse: UNKNOWN,
})
