import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, Settings } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'

import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { IconButton } from '../../../design-system/button.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { Tile } from '../../../design-system/tiles/tile.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { ShowMoreButton } from '../../../platform/lists/show-more.tsx'
import { useMorePages } from '../../../platform/lists/use-more-pages.ts'
import { useIsVisible } from '../../../platform/use-is-visible.ts'
import { type BellList, countUnread, keepFirstPage, listBellEntries, markEntriesRead } from '../bell-cache.ts'
import { bellQuery, updateBell } from '../notifications.queries.ts'
import { BarLink } from './bar-link.tsx'
import { markNotificationsSeen } from './mark-seen.ts'
import { NotificationRow } from './notification-row.tsx'
import { notificationsTexts } from './notifications.messages.ts'

export interface BellPanelProps {
  id: string
  onLeave: () => void
}

/** Panel with the notifications. It takes the focus when it opens, but does not block the page. */
export function BellPanel({ id, onLeave }: BellPanelProps) {
  const texts = useTexts(notificationsTexts)
  const queryClient = useQueryClient()
  const bell = useInfiniteQuery(bellQuery)
  const read = useMarkRead()
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => panel.current?.focus(), [])
  useMarkEntriesSeen(bell.data)
  useEffect(() => () => updateBell(queryClient, keepFirstPage), [queryClient])
  const unread = bell.data ? countUnread(bell.data) : 0
  const more = useMorePages(bell, () => {
    // The pressed button disappears, so the panel gets the focus.
    if (!bell.hasNextPage) panel.current?.focus()
  })

  return (
    <div
      ref={panel}
      id={id}
      role="dialog"
      aria-label={texts.title}
      tabIndex={-1}
      className="absolute inset-x-2 top-full z-30 flex max-h-[min(36rem,calc(100dvh-5.5rem))] flex-col overflow-clip rounded-lg border border-border bg-surface shadow-3 outline-none sm:inset-x-auto sm:end-0 sm:mt-2 sm:w-[25rem]"
    >
      <div className="flex items-center gap-1 border-b border-border py-1.5 ps-4 pe-2">
        <h2 className="me-auto text-lg">{texts.title}</h2>
        {unread > 0 && (
          <IconButton
            label={texts.markAllRead}
            onClick={() => {
              read(null, () => toast.success(texts.allRead))
              panel.current?.focus()
            }}
          >
            <CheckCheck size={20} />
          </IconButton>
        )}
        <BarLink path={ACCOUNT_PAGES.notifications} onGo={onLeave} className="icon-btn" label={texts.settings}>
          <Settings size={20} />
        </BarLink>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <QueryState
          query={bell}
          loading={<LoadingBell />}
          renderFailure={() => texts.failed}
          retryLabel={texts.retry}
          isEmpty={(list) => listBellEntries(list).length === 0}
          empty={
            <EmptyState
              headingLevel={3}
              art={<Tile motif="speech" size={56} />}
              title={texts.none}
              text={texts.noneText}
            />
          }
        >
          {(list) => (
            <>
              <ul>
                {listBellEntries(list).map((notification) => (
                  <li key={notification.id} className="border-b border-border last:border-0">
                    <NotificationRow
                      notification={notification}
                      onGo={() => {
                        onLeave()
                        if (!notification.read) read([notification.id])
                      }}
                    />
                  </li>
                ))}
              </ul>
              {bell.hasNextPage && (
                <ShowMoreButton
                  more={more}
                  failed={texts.moreFailed}
                  retryLabel={texts.retry}
                  size="sm"
                  className="justify-center px-4 py-3"
                />
              )}
            </>
          )}
        </QueryState>
      </div>
    </div>
  )
}

function LoadingBell() {
  const texts = useTexts(notificationsTexts)
  return (
    <div aria-busy="true" className="grid gap-4 p-4">
      <span role="status" className="sr-only">
        {texts.loading}
      </span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-10 flex-none rounded-md" />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Returns a function that marks entries as read optimistically; null marks all. Refetches them after a failure. */
function useMarkRead(): (ids: readonly string[] | null, onDone?: () => void) => void {
  const queryClient = useQueryClient()
  const texts = useTexts(notificationsTexts)
  const marking = useMutation({
    mutationFn: (ids: readonly string[] | null) => client.notifications.markRead(ids ? { ids: [...ids] } : {}),
    onMutate: (ids) => {
      updateBell(queryClient, (list) =>
        markEntriesRead(list, ids, ids ? Math.max(0, countUnread(list) - ids.length) : 0),
      )
      return { ended: getSessionSignal(queryClient) }
    },
    onSuccess: ({ unread }, ids, { ended }) => {
      if (!ended.aborted) updateBell(queryClient, (list) => markEntriesRead(list, ids, unread))
    },
    onError: (_error, _ids, context) => {
      if (context?.ended.aborted) return
      toast.error(texts.markFailed)
      void queryClient.invalidateQueries({ queryKey: bellQuery.queryKey })
    },
  })
  return (ids, onDone) => marking.mutate(ids, onDone && { onSuccess: onDone })
}

function useMarkEntriesSeen(list: BellList | undefined): void {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  useEffect(() => {
    // Entries that arrived in a hidden tab count as seen when the tab is shown.
    if (!list || !isVisible) return
    markNotificationsSeen(
      queryClient,
      listBellEntries(list).flatMap(({ id, seen }) => (seen ? [] : [id])),
    )
  }, [queryClient, list, isVisible])
}
