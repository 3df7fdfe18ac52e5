import type { Database } from '../../../platform/database/database.ts'
import type { ChatEvents } from '../chat.events.ts'
import { findSendRefusal } from '../rooms/room.policy.ts'
import { findRowById, type RoomRow } from '../rooms/room.repository.ts'

/** Lifetime of a cached room (ms). Until it ends, a closed room may still send typing events; tabs ignore these. */
const REMEMBERED_MS = 10_000
/** Maximum cached rooms; a further room replaces the oldest one. */
const REMEMBERED_ROOMS_MAX = 10_000

type TypedRoom = Pick<RoomRow, 'participantIds' | 'status'>

interface TypingServiceOptions {
  db: Database
  events: Pick<ChatEvents, 'typing'>
}

export class TypingService {
  readonly #deps: TypingServiceOptions
  readonly #remembered = new Map<string, { readAt: number; room: Promise<TypedRoom | undefined> }>()

  constructor(deps: TypingServiceOptions) {
    this.#deps = deps
  }

  async #findRoom(roomId: string): Promise<TypedRoom | undefined> {
    const now = performance.now()
    const known = this.#remembered.get(roomId)
    if (known && now - known.readAt < REMEMBERED_MS) return known.room
    const read = { readAt: now, room: findRowById(this.#deps.db, roomId) }
    // Moves the room to the end, because the first room is evicted.
    this.#remembered.delete(roomId)
    this.#remembered.set(roomId, read)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED_ROOMS_MAX && oldest !== undefined) this.#remembered.delete(oldest)
    read.room.catch(() => {
      if (this.#remembered.get(roomId) === read) this.#remembered.delete(roomId)
    })
    return read.room
  }

  forget(roomId: string): void {
    this.#remembered.delete(roomId)
  }

  async publish(typistId: string, roomId: string): Promise<void> {
    const room = await this.#findRoom(roomId)
    if (!room || findSendRefusal(room, typistId) !== null) return
    const partnerId = room.participantIds.find((id) => id !== typistId)
    if (partnerId !== undefined) this.#deps.events.typing(partnerId, { room_id: roomId, user_id: typistId })
  }
}
