import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useRef } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { MenuItem } from '../../../design-system/layers/menu-list.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Mosaic } from '../../../design-system/tiles/mosaic.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { requestTexts } from '../connection-requests.messages.ts'
import { pendingQuery } from '../connection-requests.queries.ts'
import type { PendingRequests as Pending } from '../request-cache.ts'
import { PendingSkeleton } from '../request-skeletons.tsx'
import type { DecisionCallbacks } from '../use-decision.ts'
import { PendingRequestCard } from './pending-request-card.tsx'
import { useClickGuard } from './use-click-guard.ts'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

export interface PendingRequestsProps extends DecisionCallbacks {
  renderExpertise: (profile: Profile) => ReactNode
  renderMenu: (sender: Profile, requestId: string, answers: readonly MenuItem[]) => ReactNode
}

export function PendingRequests(props: PendingRequestsProps) {
  const texts = useTexts(requestTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  const pending = useQuery(pendingQuery)
  return (
    <section className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="w-fit text-xl">
        {texts.pendingHeading}
      </h2>
      <p role="status" className="sr-only">
        {pending.data && texts.pendingCount(pending.data.total)}
      </p>
      <QueryState
        query={pending}
        loading={<PendingSkeleton label={texts.loading} />}
        renderFailure={() => texts.pendingFailed}
        retryLabel={texts.tryAgain}
        className="card"
      >
        {(data) => <PendingList {...props} pending={data} heading={heading} />}
      </QueryState>
    </section>
  )
}

type PendingListProps = PendingRequestsProps & { pending: Pending; heading: RefObject<HTMLElement | null> }

function PendingList({ pending, heading, renderExpertise, renderMenu, ...callbacks }: PendingListProps) {
  const texts = useTexts(requestTexts)
  const list = useRef<HTMLUListElement>(null)
  const { items, total } = pending
  const ids = items.map((item) => item.id)
  const { trackFocus } = useFocusAfterRemoval(ids, list, heading)
  const settling = useClickGuard(ids)
  if (items.length === 0) {
    return (
      <EmptyState
        className="card"
        headingLevel={3}
        art={<Mosaic size={56} grid={[['speech', 'arch', 'leaf']]} />}
        title={texts.pendingEmptyTitle}
        text={texts.pendingEmptyText}
        action={
          <Link href="/dashboard" className={toButtonClass('secondary', 'sm')}>
            {texts.explore}
          </Link>
        }
      />
    )
  }
  return (
    <>
      {total > items.length && <p className="text-sm text-ink-2">{texts.onlyNewest(items.length, total)}</p>}
      <ul ref={list} {...settling} className="grid gap-4 lg:grid-cols-2">
        {items.map((request) => (
          <li key={request.id} className="min-w-0" {...trackFocus(request.id)}>
            <PendingRequestCard
              request={request}
              expertise={renderExpertise(request.counterpart)}
              renderMenu={(answers) => renderMenu(request.counterpart, request.id, answers)}
              {...callbacks}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
