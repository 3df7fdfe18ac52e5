import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import { REJECTION_REASONS } from '@kundig/contract/connection-requests/request-life-cycle'
import { LIMITS } from '@kundig/contract/limits'
import { truncate } from '@kundig/contract/texts/sanitising'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { Button } from '../../../design-system/button.tsx'
import type { MenuItem } from '../../../design-system/layers/menu-list.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { requestTexts } from '../connection-requests.messages.ts'
import { Introduction } from '../introduction.tsx'
import { ProfileLink } from '../profile-link.tsx'
import { requestLimitTexts } from '../request-limits.messages.ts'
import { RequestTime } from '../request-when.tsx'
import { type DecisionCallbacks, useDecision } from '../use-decision.ts'

type PendingRequestCardProps = DecisionCallbacks & {
  request: ConnectionRequest
  expertise: ReactNode
  renderMenu: (answers: readonly MenuItem[]) => ReactNode
}

export function PendingRequestCard({ request, expertise, renderMenu, ...callbacks }: PendingRequestCardProps) {
  const texts = useTexts(requestTexts)
  const requestLimits = useTexts(requestLimitTexts)
  const nameId = useId()
  const { deciding, decide } = useDecision(request, callbacks)
  const { counterpart: sender } = request
  return (
    <article
      aria-labelledby={nameId}
      aria-busy={deciding !== null}
      className="card flex h-full flex-col gap-3 p-4 sm:p-5"
    >
      <div className="flex gap-3">
        <Avatar id={sender.id} name={sender.full_name} src={sender.profile_picture_url} size={56} decorative />
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-3">
            <h3 id={nameId} tabIndex={-1} className="min-w-0 text-[1.1875rem] leading-6 wrap-anywhere">
              <ProfileLink profile={sender} />
            </h3>
            <RequestTime instant={request.created_at} />
          </div>
          <div className="mt-0.5 text-sm text-ink-3">{expertise}</div>
        </div>
      </div>
      {sender.bio && (
        <p dir="auto" className="text-sm text-ink-2 wrap-anywhere">
          {truncate(sender.bio, LIMITS.bioInRequest)}
        </p>
      )}
      <Introduction text={request.message} senderName={sender.full_name} />
      <div className="mt-auto flex gap-2 pt-1">
        <Button
          className="flex-1"
          aria-describedby={nameId}
          busy={deciding === 'accept'}
          aria-disabled={deciding === 'reject' || undefined}
          onClick={() => decide('accept')}
        >
          {texts.accept}
        </Button>
        <Button
          variant="secondary"
          className="flex-1"
          aria-describedby={nameId}
          busy={deciding === 'reject'}
          aria-disabled={deciding === 'accept' || undefined}
          onClick={() => decide('reject')}
        >
          {texts.reject}
        </Button>
        {renderMenu(
          REJECTION_REASONS.map((reason) => ({
            label: requestLimits.rejectBecause(reason),
            icon: <X size={18} />,
            onSelect: () => decide('reject', reason),
          })),
        )}
      </div>
    </article>
  )
}
