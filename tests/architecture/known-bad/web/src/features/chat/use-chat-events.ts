import { room } from './rooms/room.ts'
export const useChatEvents = () => room
