import { Check, Clock, Undo2, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RequestStatus } from '@kundig/contract/connection-requests/request-life-cycle'

import { Avatar } from '../../design-system/avatar.tsx'
import { Badge, type BadgeTone } from '../../design-system/badge.tsx'
import { textLinkClass } from '../../design-system/link-styles.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { requestTexts } from './connection-requests.messages.ts'
import { HistoryIntroduction } from './history-introduction.tsx'
import { ProfileLink } from './profile-link.tsx'
import { isSentByReader } from './request-cache.ts'
import { RequestWhen } from './request-when.tsx'
import { WithdrawButton } from './withdraw-button.tsx'
import { withdrawTexts } from './withdraw.messages.ts'

const LOOKS = {
  pending: { tone: 'pending', icon: <Clock /> },
  accepted: { tone: 'success', icon: <Check /> },
  rejected: { tone: 'neutral', icon: <X /> },
  withdrawn: { tone: 'neutral', icon: <Undo2 /> },
} as const satisfies Record<RequestStatus | 'withdrawn', { tone: BadgeTone; icon: ReactNode }>

/** Stands for the name in a worded sentence until the link takes its place; no name holds it. */
const NAME = '\u0000'

/** One request of the history: who asked whom, what became of it and when. */
export function RequestHistoryRow({ request }: { request: ConnectionRequest }) {
  const texts = useTexts(requestTexts)
  const { withdrawn: withdrawnText } = useTexts(withdrawTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const { counterpart, status, room_id: roomId } = request
  const look = LOOKS[request.withdrawn ? 'withdrawn' : status]
  const [before, after] = (isSentByReader(request) ? texts.youAsked(NAME) : texts.askedYou(NAME)).split(NAME)
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
          <h3
            ref={heading}
            tabIndex={-1}
            className="min-w-0 font-sans text-base leading-6 font-semibold tracking-normal text-pretty wrap-anywhere"
          >
            {before}
            <bdi>
              <ProfileLink profile={counterpart} />
            </bdi>
            {after}
          </h3>
          <RequestWhen instant={request.updated_at} />
        </div>
        <HistoryIntroduction request={request} />
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={look.tone} icon={look.icon}>
            {request.withdrawn ? withdrawnText : texts.status(status)}
          </Badge>
          {status === 'pending' && isSentByReader(request) && (
            <WithdrawButton request={request} onGone={() => heading.current?.focus()} />
          )}
          {status === 'accepted' && roomId && (
            <Link
              href={`/dashboard?${new URLSearchParams({ tab: 'chats', room: roomId }).toString()}`}
              className={`${textLinkClass} text-sm leading-6`}
            >
              {texts.openChat}
              <span className="sr-only"> {texts.withPerson(counterpart.full_name)}</span>
            </Link>
          )}
        </div>
      </div>
    </li>
  )
}
