/** Life cycle of a chat room (spec 4): open, then closed for good by either participant. */
export const ROOM_STATUSES = ['open', 'closed'] as const
export type RoomStatus = (typeof ROOM_STATUSES)[number]
