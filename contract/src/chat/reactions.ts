/** Signs that a participant can put on a message, one each. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
export type Reaction = (typeof REACTIONS)[number]
