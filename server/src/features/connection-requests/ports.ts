import { selectStamp } from './request.repository.ts'

/** Whether a person's requests have changed, for chat: part of what it answers to whoever was away. */
export const requestStamp = selectStamp
