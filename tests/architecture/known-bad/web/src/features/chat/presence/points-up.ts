export { room } from '../rooms/room.ts'
