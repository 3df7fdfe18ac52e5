import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'

/** A room's marks are sent at most this often (ms): the first at once, then the latest. */
const EVERY_MS = 500

interface RoomMarks {
  /** The furthest place that was shown. */
  wanted: number
  /** The furthest that the server has acknowledged, or refused; -1 when that is nothing, not even that the room is open. */
  settled: number
  isRunning: boolean
}

/** Sends the server how far the person has read, throttled, and repeats it until it is acknowledged. */
export class ReadMarks {
  private readonly rooms = new Map<string, RoomMarks>()
  private readonly send: (roomId: string, upToSeq: number) => Promise<void>
  private isClosed = false

  /** @param send makes one try; throws where it is unknown whether the server has the mark */
  constructor(send: (roomId: string, upToSeq: number) => Promise<void>) {
    this.send = send
  }

  /** Marks a room's messages as read up to a place, which is never taken back. */
  mark(roomId: string, upToSeq: number): void {
    const room = this.rooms.get(roomId) ?? { wanted: -1, settled: -1, isRunning: false }
    this.rooms.set(roomId, room)
    room.wanted = Math.max(room.wanted, upToSeq)
    if (!room.isRunning) void this.run(roomId, room)
  }

  /** Stops sending: somebody else may be logged in by now. */
  close(): void {
    this.isClosed = true
  }

  private async run(roomId: string, room: RoomMarks): Promise<void> {
    room.isRunning = true
    try {
      while (room.wanted > room.settled && !this.isClosed) {
        let sent = room.wanted
        await retryUntilDone(async () => {
          if (this.isClosed) return
          // A later try sends what was read meanwhile.
          sent = room.wanted
          await this.send(roomId, sent)
        })
        room.settled = sent
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      }
    } finally {
      room.isRunning = false
    }
  }
}
