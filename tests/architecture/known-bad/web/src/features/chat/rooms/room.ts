import { title } from '../chat.messages.ts'
import { timeline } from '../cache/timeline.ts'
export const room = [title, timeline]
