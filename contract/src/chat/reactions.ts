/** Emoji for reactions to a message. Each participant can choose one. */
export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
export type Reaction = (typeof REACTIONS)[number]
