import { Check, Clock, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RequestEnd, RequestStatus } from '@kundig/contract/connection-requests/request-life-cycle'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { Badge, type BadgeTone } from '../../../design-system/badge.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { formatDay } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { requestTexts } from '../connection-requests.messages.ts'
import { ProfileLink } from '../profile-link.tsx'
import { isSentByViewer } from '../request-cache.ts'
import { requestLimitTexts } from '../request-limits.messages.ts'
import { RequestTime } from '../request-when.tsx'
import { HistoryIntroduction } from './history-introduction.tsx'
import { toRequestEnd } from './request-end.ts'
import { WithdrawButton } from './withdraw-button.tsx'

const STATUS_STYLES = {
  pending: { tone: 'pending', icon: <Clock /> },
  accepted: { tone: 'success', icon: <Check /> },
  rejected: { tone: 'neutral', icon: <X /> },
  withdrawn: { tone: 'neutral', icon: <Undo2 /> },
  expired: { tone: 'neutral', icon: <Clock /> },
  blocked: { tone: 'neutral', icon: <X /> },
} as const satisfies Record<RequestStatus | Exclude<RequestEnd, 'receiver'>, { tone: BadgeTone; icon: ReactNode }>

/** Placeholder for the linked name in a sentence. No name contains this character. */
const NAME = '\u0000'

export interface RequestRowProps {
  request: ConnectionRequest
  /** Called when the row of a withdrawn request disappears while it has the focus. */
  onWithdrawn?: () => void
}

export function RequestRow({ request, onWithdrawn }: RequestRowProps) {
  const texts = useTexts(requestTexts)
  const requestLimits = useTexts(requestLimitTexts)
  const language = useLanguage()
  const { counterpart, status, room_id: roomId } = request
  const end = toRequestEnd(request)
  const { rejection_reason: reason, expires_at: expiresAt } = request
  const isSent = isSentByViewer(request)
  const why =
    isSent && end === 'expired'
      ? requestLimits.ranOut(counterpart.full_name)
      : isSent && end === 'receiver' && reason
        ? requestLimits.because(reason, counterpart.full_name)
        : isSent && status === 'pending' && expiresAt !== undefined
          ? requestLimits.endsOn(formatDay(expiresAt, language))
          : null
  const look = STATUS_STYLES[end && end !== 'receiver' ? end : status]
  const [before, after] = (isSent ? texts.youAsked(NAME) : texts.askedYou(NAME)).split(NAME)
  return (
    <li className="flex gap-3 p-4">
      <Avatar
        id={counterpart.id}
        name={counterpart.full_name}
        src={counterpart.profile_picture_url}
        size={44}
        decorative
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="min-w-0 font-sans text-base leading-6 font-semibold tracking-normal text-pretty wrap-anywhere">
            <span>{before}</span>
            <bdi>
              <ProfileLink profile={counterpart} />
            </bdi>
            <span>{after}</span>
          </h3>
          <RequestTime instant={request.updated_at} />
        </div>
        <HistoryIntroduction request={request} />
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={look.tone} icon={look.icon}>
            {end && end !== 'receiver' ? requestLimits[end] : texts.status(status)}
          </Badge>
          {why !== null && <span className="text-sm text-ink-2 wrap-anywhere">{why}</span>}
          {onWithdrawn && <WithdrawButton request={request} onGone={onWithdrawn} />}
          {status === 'accepted' && roomId && (
            <Link
              href={`/dashboard?${new URLSearchParams({ tab: 'chats', room: roomId }).toString()}`}
              className={`${textLinkClass} text-sm leading-6`}
            >
              {texts.openChat}
              <span className="sr-only">{` ${texts.withPerson(counterpart.full_name)}`}</span>
            </Link>
          )}
        </div>
      </div>
    </li>
  )
}
