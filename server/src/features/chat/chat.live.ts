import type { z } from 'zod'

import { type ErrorCode, isErrorCode, Refusal } from '@kundig/contract/errors'
import { TYPING } from '@kundig/contract/limits'
import type { Acknowledged } from '@kundig/contract/live/live-events'
import { LIVE_INPUTS } from '@kundig/contract/live/live-inputs'

import { answerTo, refuseInput } from '../../platform/http/answers.ts'
import { parseDroppingUnknown } from '../../platform/http/unknown-fields.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { TermsGate } from '../../terms-gate.ts'
import type { ChatLimits } from './chat.limits.ts'
import type { MessageService } from './messages/message.service.ts'
import type { TypingService } from './presence/typing.service.ts'
import type { RoomService } from './rooms/room.service.ts'

/** Measured by two clocks with a network between them: a little early is not too often (ms). */
const TYPING_SLACK_MS = 500
/** Nobody types in more rooms than these at a time; a tab that says so is not looked up. */
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

/**
 * Chat over the live connection: sending, read marking, typing. What a tab missed it asks for by itself (`chat.resume`): by
 * the time that it knows itself connected it is joined to the live events, so nothing falls between the two.
 */
export function serveChatLive({ live, rooms, messages, typing, limits, logger, sitePages }: ChatLiveOptions): void {
  live.onConnection((socket) => {
    const { userId } = socket.data.session

    socket.on('message.send', (input, acknowledge) => {
      void live.track(
        answer(acknowledge, async () => {
          await sitePages.requireAccepted(userId)
          // Counted before it is looked at, which costs as well.
          limits.message(userId)
          return messages.send(userId, parse(LIVE_INPUTS['message.send'], input), socket.id)
        }),
      )
    })
    socket.on('room.read', (input, acknowledge) => {
      void live.track(
        answer(acknowledge, () =>
          limits.mark(userId, async () => {
            const { room_id, up_to_seq } = parse(LIVE_INPUTS['room.read'], input)
            return rooms.markRead(userId, room_id, up_to_seq)
          }),
        ),
      )
    })
    const mayTell = typingLimit()
    socket.on('typing', (input) => {
      if (!limits.mayTellTyping(userId)) return
      const parsed = parseDroppingUnknown(LIVE_INPUTS.typing, input)
      if (!parsed.success || !mayTell(parsed.data.room_id)) return
      // Nobody waits for it, and it is not worth an error: the next one comes in seconds.
      typing
        .publish(userId, parsed.data.room_id)
        .catch((error: unknown) => answerTo(error, logger, { event: 'typing' }))
    })
  })

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

/** Whether a tab's typing in a room is passed on now: what comes more often than agreed is dropped. */
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
  const result = parseDroppingUnknown(schema, input)
  if (!result.success) throw refuseInput(result.error.issues)
  return result.data
}
