import type { z } from 'zod'

import { type ErrorCode, isErrorCode, Refusal } from '@kundig/contract/errors'
import { TYPING } from '@kundig/contract/limits'
import type { Acknowledged } from '@kundig/contract/live/live-events'
import { LIVE_INPUTS } from '@kundig/contract/live/live-inputs'

import { toErrorAnswer, createInputRefusal } from '../../platform/http/answers.ts'
import { parseWithoutUnknownFields } from '../../platform/http/unknown-fields.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { TermsGate } from '../../terms-gate.ts'
import type { ChatLimits } from './chat.limits.ts'
import type { MessageService } from './messages/message.service.ts'
import type { TypingService } from './presence/typing.service.ts'
import type { RoomService } from './rooms/room.service.ts'

/** Tolerance for the clocks and network between tab and server (ms). */
const TYPING_SLACK_MS = 500
/** Maximum rooms per tab with typing at the same time; typing in further rooms is dropped without a look-up. */
const TYPED_ROOMS_MAX = 5

export interface ChatLiveOptions {
  live: LiveServer
  rooms: RoomService
  messages: MessageService
  typing: TypingService
  limits: ChatLimits
  logger: Logger
  sitePages: TermsGate
}

/** A tab joins the live events before it is notified of the connection, so the tab misses no event. */
export function serveChatLive({ live, rooms, messages, typing, limits, logger, sitePages }: ChatLiveOptions): void {
  live.onConnection((socket) => {
    const { userId } = socket.data.session

    socket.on('message.send', (input, acknowledge) => {
      void live.track(
        runAndAcknowledge(acknowledge, async () => {
          await sitePages.requireAccepted(userId)
          // Counts messages before parsing, because parsing costs time too.
          limits.message(userId)
          return messages.send(userId, parseInput(LIVE_INPUTS['message.send'], input), socket.id)
        }),
      )
    })
    socket.on('room.read', (input, acknowledge) => {
      void live.track(
        runAndAcknowledge(acknowledge, () =>
          limits.mark(userId, async () => {
            const { room_id, up_to_seq } = parseInput(LIVE_INPUTS['room.read'], input)
            return rooms.markRead(userId, room_id, up_to_seq)
          }),
        ),
      )
    })
    const mayTell = createTypingLimit()
    socket.on('typing', (input) => {
      if (!limits.mayTellTyping(userId)) return
      const parsed = parseWithoutUnknownFields(LIVE_INPUTS.typing, input)
      if (!parsed.success || !mayTell(parsed.data.room_id)) return
      // The typing event is not awaited and its failures are ignored, because the next one follows in seconds.
      typing
        .publish(userId, parsed.data.room_id)
        .catch((error: unknown) => toErrorAnswer(error, logger, { event: 'typing' }))
    })
  })

  async function runAndAcknowledge<Result>(
    acknowledge: (answer: Acknowledged<Result>) => void,
    work: () => Promise<Result>,
  ): Promise<void> {
    // Ignores events without an acknowledgement callback, which only clients that are not ours send.
    if (typeof acknowledge !== 'function') return
    let result: Acknowledged<Result>
    try {
      result = { ok: true, result: await work() }
    } catch (error) {
      const { code } = toErrorAnswer(error, logger, { event: 'chat' })
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

function createTypingLimit(): (roomId: string) => boolean {
  const typedAt = new Map<string, number>()
  return (roomId) => {
    const now = performance.now()
    for (const [room, at] of typedAt) if (now - at >= TYPING.everyMs - TYPING_SLACK_MS) typedAt.delete(room)
    if (typedAt.has(roomId) || typedAt.size >= TYPED_ROOMS_MAX) return false
    typedAt.set(roomId, now)
    return true
  }
}

function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = parseWithoutUnknownFields(schema, input)
  if (!result.success) throw createInputRefusal(result.error.issues)
  return result.data
}
