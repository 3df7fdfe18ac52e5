import { APPOINTMENTS } from '@kundig/contract/appointments/appointment-rules'
import { type DeliveredKind, isOperatorKind, TOPIC_OF } from '@kundig/contract/notifications/notification-kinds'

import type { Database } from '../../../platform/database/database.ts'
import type { DeliveryOutcome } from '../../../tables/notifications.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import { findNotificationsBySubject } from '../bell/notification.repository.ts'
import { findMutedRooms } from '../messages/muted-room.repository.ts'
import { isSilentPush, canBeMailed } from '../messages/unread.policy.ts'
import { findRoomsToNotify, type RoomToNotify } from '../messages/unread.repository.ts'
import type { CanReach, CaseDeciders, QuotedTexts, RefundReceipts } from '../ports.ts'
import type { NotificationPreferences } from '../settings/settings.service.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import type { MessagesContent, NotificationContent } from './notification-content.ts'
import { toEventQuotes, toMailQuotes, toPushQuotes } from './quotes.ts'

const ROOMS_MAX = 50
/** Maximum messages that are read for quotes. A push needs more, because its quotes skip files. */
const MESSAGES_MAX = { mail: 5, push: 20 } as const
/** Maximum characters that are read of a message, as PostgreSQL counts them; enough to cut at visible letters. */
const CONTENT_READ = 1200

export type Judgement = { content: NotificationContent } | { outcome: DeliveryOutcome }

interface NotificationContentServiceOptions {
  db: Database
  profiles: Pick<ProfileService, 'counterparts' | 'isHidden'>
  refundReceipts: RefundReceipts
  quotedTexts: QuotedTexts
  canReach: CanReach
  mayDecideCases: CaseDeciders
}

export class NotificationContentService {
  readonly #deps: NotificationContentServiceOptions

  constructor(deps: NotificationContentServiceOptions) {
    this.#deps = deps
  }

  async #findNames(ids: readonly string[]): Promise<(id: string) => string | null> {
    const people = await this.#deps.profiles.counterparts(this.#deps.db, ids)
    return (id) => people.get(id)?.full_name ?? null
  }

  /** Mails and pushes quote only authors who can reach the reader and whose profile is not hidden. */
  async #mayQuote(authorId: string, readerId: string): Promise<boolean> {
    return (
      (await this.#deps.canReach(this.#deps.db, authorId, readerId)) && !(await this.#deps.profiles.isHidden(authorId))
    )
  }

  async #roomQuotes(
    { partnerId, latest }: RoomToNotify,
    { userId, channel }: DeliveryRow,
    preferences: NotificationPreferences,
  ) {
    const isWanted = channel === 'mail' ? preferences.mailQuotes : preferences.previews
    if (!isWanted || !(await this.#mayQuote(partnerId, userId))) return []
    return channel === 'mail' ? toMailQuotes(latest, preferences.language) : toPushQuotes(latest, preferences.language)
  }

  /** @param isPending true when another browser has received the push; all unread messages then count as new */
  async #judgeMessages(row: DeliveryRow, preferences: NotificationPreferences, isPending: boolean): Promise<Judgement> {
    const { userId, channel, subjectId } = row
    const found = await findRoomsToNotify(this.#deps.db, userId, {
      limit: ROOMS_MAX,
      messagesMax: MESSAGES_MAX[channel],
      contentMax: CONTENT_READ,
      ...(channel === 'push' ? { roomId: subjectId } : {}),
    })
    const isNew = (room: RoomToNotify): boolean =>
      channel === 'push' ? isPending || room.newestSeq > room.pushedSeq || room.isPushOutdated : canBeMailed(room)
    const unread = found.filter(isNew)
    const [first] = unread
    if (!first) return { outcome: 'seen' }
    const nameOf = await this.#findNames(unread.map(({ partnerId }) => partnerId))
    const rooms: MessagesContent['rooms'][number][] = []
    // Reads the rooms one by one: fifty rooms at the same time would take every connection.
    for (const room of unread) {
      rooms.push({
        roomId: room.roomId,
        partnerName: nameOf(room.partnerId),
        unreadCount: room.unreadCount,
        quotes: await this.#roomQuotes(room, row, preferences),
        upTo: room.newestSeq,
        readAt: room.readAt,
      })
    }
    return { content: { kind: 'messages', rooms, isSilent: isSilentPush(first, new Date()) } }
  }

  async #judgeEvent(row: DeliveryRow, kind: DeliveredKind, preferences: NotificationPreferences): Promise<Judgement> {
    const { db, mayDecideCases, quotedTexts, refundReceipts } = this.#deps
    const { userId, channel, subjectId } = row
    const [entry] = await findNotificationsBySubject(db, userId, [{ kind, subjectId }])
    if (kind === 'appointment_soon' && entry && isOverdue(entry)) return { outcome: 'seen' }
    const isForOperators = isOperatorKind(kind)
    if (!entry || entry.readAt !== null || (entry.seenAt !== null && !isForOperators)) return { outcome: 'seen' }
    if (isForOperators && !(await mayDecideCases(db, userId))) return { outcome: 'switched_off' }
    const { roomId, actorId, amount, currency } = entry
    if (roomId !== null && (await findMutedRooms(db, userId)).some((muted) => muted.roomId === roomId)) {
      return { outcome: 'switched_off' }
    }
    const nameOf = await this.#findNames(actorId === null ? [] : [actorId])
    const findQuoted = channel === 'mail' && preferences.mailQuotes ? quotedTexts[kind] : undefined
    const isQuoted = findQuoted && actorId !== null && (await this.#mayQuote(actorId, userId))
    const quotes = isQuoted ? toEventQuotes(await findQuoted(db, subjectId)) : []
    const receipt = kind === 'refund_received' ? await refundReceipts.findNumber(db, subjectId) : null
    return {
      content: { kind, subjectId, roomId, actorName: actorId && nameOf(actorId), amount, currency, receipt, quotes },
    }
  }

  async judge(row: DeliveryRow, preferences: NotificationPreferences, isPending = false): Promise<Judgement> {
    if (row.kind === 'digest') return { outcome: 'seen' }
    const topic = row.kind === 'messages' ? 'messages' : TOPIC_OF[row.kind]
    const off = row.channel === 'mail' ? preferences.mailOff : preferences.pushOff
    const judged = await (row.kind === 'messages'
      ? this.#judgeMessages(row, preferences, isPending)
      : this.#judgeEvent(row, row.kind, preferences))
    return 'content' in judged && topic !== null && off.includes(topic) ? { outcome: 'switched_off' } : judged
  }
}

/** True for a reminder that waited, for example for the end of quiet hours, until after the start. */
function isOverdue({ createdAt }: { createdAt: Date }): boolean {
  return Date.now() - createdAt.getTime() > APPOINTMENTS.reminderMs
}
