import type { Language } from '@kundig/contract/languages'
import { DIGEST_TAG, type PushPayload, toEventTag, toRoomTag } from '@kundig/contract/notifications/push-payload'
import { truncate } from '@kundig/contract/texts/truncating'

import type { NotificationContent } from '../deliveries/notification-content.ts'
import { toHeadline, toCommonHeadline, toCommonPath } from '../deliveries/notification-texts.ts'

/** Maximum lengths (characters): no system shows more, and a payload stays far below 3 kB. */
const TITLE_MAX = 200
const BODY_MAX = 300

export function buildPushPayload(news: readonly NotificationContent[], language: Language, badge: number): PushPayload {
  const [first, ...others] = news
  const only = first && others.length === 0 ? first : null
  const lines = others.length > 0 ? news.map((one) => toHeadline(one, language)).join('\n') : toQuote(only)
  return {
    title: truncate(toCommonHeadline(news, language), TITLE_MAX),
    ...(lines === null ? {} : { body: truncate(lines, BODY_MAX) }),
    path: toCommonPath(news),
    tag: only === null ? DIGEST_TAG : toTag(only),
    ...(only?.kind === 'messages' && only.isSilent ? { silent: true } : {}),
    badge,
  }
}

function toQuote(news: NotificationContent | null): string | null {
  return news?.kind === 'messages' ? (news.rooms[0]?.quotes[0] ?? null) : null
}

function toTag(news: NotificationContent): string {
  return news.kind === 'messages' ? toRoomTag(news.rooms[0]?.roomId ?? '') : toEventTag(news.kind, news.subjectId)
}
