import { type DeliveredKind, isOperatorKind, TOPIC_OF } from '@kundig/contract/notifications/notification-kinds'
import { truncate } from '@kundig/contract/truncating'

import type { Database } from '../../../platform/database/database.ts'
import type { DeliveryOutcome } from '../../../tables/notifications.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import { findAbout } from '../bell/notification.repository.ts'
import { findMuted } from '../messages/muted-room.repository.ts'
import { isSilent, mayBeMailed } from '../messages/unread.policy.ts'
import { findToTell, type RoomToTell } from '../messages/unread.repository.ts'
import type { CaseDeciders, RefundReceipts } from '../ports.ts'
import type { Wishes } from '../settings/settings.service.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { fileText } from './news-texts.ts'
import type { News } from './news.ts'

/** So many rooms one mail names. */
const ROOMS_MAX = 50
/** So much of a message is quoted (characters). */
const QUOTE_MAX = 140
/** What is read of it (characters of PostgreSQL's): enough to cut it as people see letters. */
const CONTENT_READ = 600

/** What a delivery still has to tell; or why it is of no use any more. */
export type Judgement = { news: News } | { outcome: DeliveryOutcome }

/** Looks, at the moment in which something is to be sent, whether it is still news, and to somebody who wants it. */
export function createNewsService({
  db,
  profiles,
  refundReceipts,
  mayDecideCases,
}: {
  db: Database
  profiles: Pick<ProfileService, 'counterparts'>
  refundReceipts: RefundReceipts
  mayDecideCases: CaseDeciders
}) {
  async function namesOf(ids: readonly string[]): Promise<(id: string) => string | null> {
    const people = await profiles.counterparts(db, ids)
    return (id) => people.get(id)?.full_name ?? null
  }

  /** @param isOwed whether another browser was told already: then all that is unread is news */
  async function judgeMessages(
    { userId, channel, subjectId }: DeliveryRow,
    { previews, language }: Wishes,
    isOwed: boolean,
  ): Promise<Judgement> {
    const found = await findToTell(db, userId, {
      limit: ROOMS_MAX,
      contentMax: CONTENT_READ,
      ...(channel === 'push' ? { roomId: subjectId } : {}),
    })
    const isNew = (room: RoomToTell): boolean =>
      channel === 'push' ? isOwed || room.newestSeq > room.pushedSeq : mayBeMailed(room)
    const rooms = found.filter(isNew)
    if (rooms.length === 0) return { outcome: 'seen' }
    const nameOf = await namesOf(rooms.map(({ partnerId }) => partnerId))
    return {
      news: {
        kind: 'messages',
        rooms: rooms.map((room) => ({
          roomId: room.roomId,
          partnerName: nameOf(room.partnerId),
          unreadCount: room.unreadCount,
          quote: previews ? (room.text === null ? fileText(language) : truncate(room.text, QUOTE_MAX)) : null,
          upTo: room.newestSeq,
        })),
        isSilent: isSilent(rooms[0]?.pushedAt ?? null, new Date()),
      },
    }
  }

  async function judgeEvent({ userId, subjectId }: DeliveryRow, kind: DeliveredKind): Promise<Judgement> {
    const [entry] = await findAbout(db, userId, [{ kind, subjectId }])
    const isForOperators = isOperatorKind(kind)
    if (!entry || entry.readAt !== null || (entry.seenAt !== null && !isForOperators)) return { outcome: 'seen' }
    if (isForOperators && !(await mayDecideCases(db, userId))) return { outcome: 'switched_off' }
    const { roomId, actorId, amount, currency } = entry
    if (roomId !== null && (await findMuted(db, userId)).some((muted) => muted.roomId === roomId)) {
      return { outcome: 'switched_off' }
    }
    const nameOf = await namesOf(actorId === null ? [] : [actorId])
    const receipt = kind === 'refund_received' ? await refundReceipts.numberOf(db, subjectId) : null
    return {
      news: { kind, subjectId, roomId, actorName: actorId && nameOf(actorId), amount, currency, receipt },
    }
  }

  return {
    /** @param isOwed whether it is for a browser alone whose push service did not take it when another one did */
    judge: async (row: DeliveryRow, wishes: Wishes, isOwed = false): Promise<Judgement> => {
      if (row.kind === 'digest') return { outcome: 'seen' }
      const topic = row.kind === 'messages' ? 'messages' : TOPIC_OF[row.kind]
      const off = row.channel === 'mail' ? wishes.mailOff : wishes.pushOff
      const judged = await (row.kind === 'messages' ? judgeMessages(row, wishes, isOwed) : judgeEvent(row, row.kind))
      return 'news' in judged && topic !== null && off.includes(topic) ? { outcome: 'switched_off' } : judged
    },
  }
}

export type NewsService = ReturnType<typeof createNewsService>
