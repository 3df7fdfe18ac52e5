import type { z } from 'zod'

import { type ErrorCode, isErrorCode, Refusal } from '@kundig/contract/errors'
import { LIMITS, TYPING } from '@kundig/contract/limits'
import type { Acknowledged } from '@kundig/contract/live-events'
import { connectionAuth, LIVE_INPUTS } from '@kundig/contract/live-inputs'

import { answerTo, refusalOfInput } from '../../platform/http/answers.ts'
import type { LiveServer, LiveSocket } from '../../platform/live/live-server.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { ChatLimits } from './chat-limits.ts'
import type { MessageService } from './message.service.ts'
import type { RoomService } from './room.service.ts'
import type { TypingService } from './typing.service.ts'

/** A tab shows one room at a time; more than a few are not resumed for it but fetched when opened. */
const RESUMED_ROOMS_MAX = 20
/** The most that is replayed for one room; a tab that missed more sees the gap and fetches the rest. */
const REPLAY_MAX = LIMITS.chatPageMax

/** Told by two clocks and a network between them: a little early is not too often (ms). */
const TYPING_SLACK_MS = 500
/** Nobody types in more rooms than these at a time; a tab that says so is not looked up. */
const TYPED_ROOMS_MAX = 5

export interface ChatLiveOptions {
  live: LiveServer
  rooms: RoomService
  messages: MessageService
  typing: TypingService
  limits: ChatLimits & { mayTellTyping: (userId: string) => boolean }
  logger: Logger
}

/** Chat over the live connection: sending, read marking, typing, and the replay of what a tab has missed. */
export function serveChatLive({ live, rooms, messages, typing, limits, logger }: ChatLiveOptions): void {
  live.onConnection((socket) => {
    const { userId } = socket.data.session

    socket.on('message.send', (input, acknowledge) => {
      void live.track(
        answer(acknowledge, () => {
          // Counted before it is looked at, which costs as well.
          limits.message(userId)
          return messages.send(userId, parse(LIVE_INPUTS['message.send'], input))
        }),
      )
    })
    socket.on('room.read', (input, acknowledge) => {
      void live.track(
        answer(acknowledge, () => {
          limits.mark(userId)
          const { room_id, up_to_seq } = parse(LIVE_INPUTS['room.read'], input)
          return limits.inRoom(userId, room_id, () => rooms.markRead(userId, room_id, up_to_seq))
        }),
      )
    })
    const mayTell = typingLimit()
    socket.on('typing', (input) => {
      if (!limits.mayTellTyping(userId)) return
      const parsed = LIVE_INPUTS.typing.safeParse(input)
      if (!parsed.success || !mayTell(parsed.data.room_id)) return
      // Nobody waits for it, and it is not worth an error: the next one comes in seconds.
      typing.tell(userId, parsed.data.room_id).catch((error: unknown) => answerTo(error, logger, { event: 'typing' }))
    })
    // By now the tab is joined to the live events: what is sent from here on arrives by itself, what was
    // sent before is replayed, and what is in both is dropped by the tab.
    void live.track(replay(socket, userId))
  })

  async function replay(socket: LiveSocket, userId: string): Promise<void> {
    const asked = connectionAuth.safeParse(socket.handshake.auth)
    if (!asked.success) return
    for (const [roomId, seq] of Object.entries(asked.data.resume ?? {}).slice(0, RESUMED_ROOMS_MAX)) {
      if (!socket.connected) return
      try {
        const { items } = await limits.inRoom(userId, roomId, () =>
          messages.page(userId, { room_id: roomId, after_seq: seq, limit: REPLAY_MAX }),
        )
        for (const message of items) socket.emit('message.created', message)
        // Our own tabs also read again each payment that they hold as pending, which heals what this does not reach: older
        // ones, and rooms beyond the first. This is for every other client, to whom nothing else tells that a payment was
        // decided meanwhile; and a tab shows it with one query of ours, before it has asked.
        const changeable =
          seq === 0 ? [] : await limits.inRoom(userId, roomId, () => messages.changeable(userId, roomId, seq))
        for (const message of changeable) socket.emit('message.updated', message)
      } catch (error) {
        // Not the person's room any more, or the database is away: the tab fetches when it notices.
        answerTo(error, logger, { event: 'resume' })
      }
    }
  }

  async function answer<Result>(
    acknowledge: (answer: Acknowledged<Result>) => void,
    work: () => Promise<Result>,
  ): Promise<void> {
    // The type is a promise of our own client. One that asks for no acknowledgement is another's, and nothing is
    // done on its word.
    if (typeof acknowledge !== 'function') return
    let result: Acknowledged<Result>
    try {
      result = { ok: true, result: await work() }
    } catch (error) {
      const { code } = answerTo(error, logger, { event: 'chat' })
      const retryAfterS = error instanceof Refusal ? error.retryAfterS : undefined
      result = {
        ok: false,
        code: isErrorCode(code) ? code : ('UNEXPECTED' satisfies ErrorCode),
        ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
      }
    }
    acknowledge(result)
  }
}

/** Whether a tab may tell now that it types in a room: what comes more often than agreed is dropped. */
function typingLimit(): (roomId: string) => boolean {
  const toldAt = new Map<string, number>()
  return (roomId) => {
    const now = performance.now()
    for (const [room, at] of toldAt) if (now - at >= TYPING.everyMs - TYPING_SLACK_MS) toldAt.delete(room)
    if (toldAt.has(roomId) || toldAt.size >= TYPED_ROOMS_MAX) return false
    toldAt.set(roomId, now)
    return true
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input)
  if (!result.success) throw refusalOfInput(result.error.issues)
  return result.data
}
