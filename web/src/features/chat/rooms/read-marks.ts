import { retryUntilDone } from '../../../platform/api/retry-until-done.ts'

/** Minimum interval between a room's marks (ms): the first goes immediately, then the latest. */
const INTERVAL_MS = 500

interface RoomMarks {
  upTo: number
  /** Last position that the server acknowledged or refused. -1: the server does not yet know that the room was opened. */
  settled: number
  isRunning: boolean
}

/** Sends read marks, throttled, and repeats each until the server acknowledges it. */
export class ReadMarks {
  private readonly rooms = new Map<string, RoomMarks>()
  private readonly send: (roomId: string, upToSeq: number) => Promise<void>
  private isClosed = false

  /** @param send makes one try; throws when the server may not have the mark */
  constructor(send: (roomId: string, upToSeq: number) => Promise<void>) {
    this.send = send
  }

  /** Marks messages as read up to a position, which never decreases. */
  mark(roomId: string, upToSeq: number): void {
    const room = this.rooms.get(roomId) ?? { upTo: -1, settled: -1, isRunning: false }
    this.rooms.set(roomId, room)
    room.upTo = Math.max(room.upTo, upToSeq)
    if (!room.isRunning) void this.run(roomId, room)
  }

  /** Stops sending: another person may be logged in now. */
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
