import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'

/** Minimum interval between two read marks of a room (ms). */
const INTERVAL_MS = 500

interface RoomMarks {
  upTo: number
  /** Last position that the server acknowledged or refused; -1 before the first response. */
  settled: number
  isRunning: boolean
}

/** Sends read marks, throttled: the first mark immediately, then the latest. Retries until acknowledged. */
export class ReadMarks {
  private readonly rooms = new Map<string, RoomMarks>()
  private readonly send: (roomId: string, upToSeq: number) => Promise<void>
  private isClosed = false

  /** @param send sends one read mark; throws when the server may not have received it */
  constructor(send: (roomId: string, upToSeq: number) => Promise<void>) {
    this.send = send
  }

  /** Marks messages as read up to a position. Earlier positions are ignored. */
  mark(roomId: string, upToSeq: number): void {
    const room = this.rooms.get(roomId) ?? { upTo: -1, settled: -1, isRunning: false }
    this.rooms.set(roomId, room)
    room.upTo = Math.max(room.upTo, upToSeq)
    if (!room.isRunning) void this.run(roomId, room)
  }

  /** Stops sending, because another person may log in next. */
  close(): void {
    this.isClosed = true
  }

  private async run(roomId: string, room: RoomMarks): Promise<void> {
    room.isRunning = true
    try {
      while (room.upTo > room.settled && !this.isClosed) {
        let sent = room.upTo
        await retryUntilDone(async () => {
          if (this.isClosed) return
          sent = room.upTo
          await this.send(roomId, sent)
        })
        room.settled = sent
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS))
      }
    } finally {
      room.isRunning = false
    }
  }
}
