import { useQueryClient } from '@tanstack/react-query'
import { Inbox, MessageCircle, Search } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { type ExpertFilter, toProfilePath, toQuery } from '@kundig/contract/site/public-pages'

import { TabPanel, Tabs } from '../../design-system/tabs.tsx'
import { useSession } from '../../features/auth/session.queries.ts'
import { refreshRooms } from '../../features/chat/cache/chat.queries.ts'
import { LoadingChats } from '../../features/chat/rooms/chats-frame.tsx'
import { useUnreadChats } from '../../features/chat/rooms/use-unread-chats.ts'
import { PendingSkeleton } from '../../features/connection-requests/request-skeletons.tsx'
import { usePendingCount } from '../../features/connection-requests/use-pending-count.ts'
import { OnboardingNotice } from '../../features/payments/selling/onboarding-notice.tsx'
import { ExpertiseLine } from '../../features/profiles/expertise-line.tsx'
import { CategoryFilter } from '../../features/profiles/experts/category-filter.tsx'
import { ExpertList } from '../../features/profiles/experts/expert-list.tsx'
import { ExpertSearch } from '../../features/profiles/experts/expert-search.tsx'
import { useCategories } from '../../platform/categories/categories.queries.ts'
import { type Search as ExpertsSearch, useSearch } from '../../platform/forms/use-search.ts'
import { useHydrated } from '../../platform/hydrated.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { createLazyPart } from '../../platform/lazy-part.tsx'
import { useIdleWork } from '../../platform/live/use-once-live.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { GuardedRoute, Redirect } from '../guarded-route.tsx'
import { AuthScreen, LogInScreen } from '../log-in-here.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { clearReturnProfileId, readReturnProfileId } from '../return-to.ts'
import { routesTexts } from '../routes.messages.ts'
import { useSendRequest } from '../send-request.tsx'
import { useTitle } from '../use-title.ts'
import { toDashboardPath, type DashboardSearch, parseDashboardSearch } from './dashboard-search.ts'

const DashboardRequests = createLazyPart(() =>
  import('./dashboard-requests.tsx').then((module) => module.DashboardRequests),
)
const DashboardChats = createLazyPart(() => import('./dashboard-chats.tsx').then((module) => module.DashboardChats))

type TabName = 'explore' | 'requests' | 'chats'

const renderExpertise = (profile: Profile) => <ExpertiseLine profile={profile} />

export function Dashboard(): ReactNode {
  const isIn = useSession().status === 'in'
  useEffect(() => {
    // Prefetches the log-in screen before the session is known.
    if (!isIn) void AuthScreen.preload()
  }, [isIn])
  return (
    <GuardedRoute needsProfile whenOut={<LogInScreen />}>
      {({ user }) => <LoggedInDashboard userId={user.id} />}
    </GuardedRoute>
  )
}

/** Dashboard of a logged-in person. After a log-in for a request, redirects once to the receiver's profile. */
function LoggedInDashboard({ userId }: { userId: string }) {
  const { place } = useNavigation()
  const address = parseDashboardSearch(Object.fromEntries(new URLSearchParams(place.search)))
  // Redirects only from an address without parameters, never from an address with a tab or a room.
  const [isPlain] = useState(Object.keys(address).length === 0)
  // The stored profile is read after hydration, because the server cannot read it.
  const hydrated = useHydrated()
  const [wanted, setWanted] = useState(() => (hydrated && isPlain ? readReturnProfileId() : null))
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the first render must equal the server's
    if (isPlain) setWanted((known) => known ?? readReturnProfileId())
  }, [isPlain])
  useEffect(() => {
    if (wanted !== null) clearReturnProfileId()
  }, [wanted])
  if (wanted !== null && wanted !== userId) return <Redirect to={toProfilePath(wanted)} replace={false} />
  return <DashboardTabs address={address} />
}

/** Removes an unknown category from the state once the categories have loaded. */
function useValidDashboardSearch(address: DashboardSearch): DashboardSearch {
  const { all } = useCategories()
  const isKnown = all.length === 0 || all.some(({ id }) => id === address.category)
  return isKnown ? address : { ...address, category: undefined }
}

function DashboardTabs({ address: named }: { address: DashboardSearch }) {
  const address = useValidDashboardSearch(named)
  const texts = useTexts(routesTexts)
  const { go: goTo } = useNavigation()
  const queryClient = useQueryClient()
  const tab: TabName = address.tab ?? 'explore'
  const pending = usePendingCount()
  const { unread, newRooms } = useUnreadChats()
  // The dashboard stores search and filters, so that they survive a change of tabs.
  const search = useSearch()
  const [explored, setExplored] = useState(address)
  if (tab === 'explore' && toDashboardPath(address) !== toDashboardPath(explored)) setExplored(address)
  const { tab: _tab, error: _error, room: _room, at: _at, find: _find, in: _in, ...filter } = explored
  useTitle(texts[tab])
  // Prefetches the code of the other tabs, also for use without a network.
  useIdleWork(() => {
    void DashboardRequests.preload()
    void DashboardChats.preload()
  })

  const go = (to: DashboardSearch, replace = false): void =>
    void goTo(toDashboardPath(to), { replace, keepScroll: true })
  const show = (next: TabName): void => go(next === 'explore' ? filter : { tab: next })

  return (
    <div className="mx-auto flex w-full max-w-(--page-width) flex-1 flex-col px-4 pt-4 pb-[calc(var(--below)+2rem)] md:px-10 md:pt-6">
      <h1 className="sr-only">{texts.dashboard}</h1>
      {address.error && (
        <OnboardingNotice
          error={address.error}
          onDismiss={() => {
            go({ ...address, error: undefined })
            document.getElementById('main')?.focus({ preventScroll: true })
          }}
        />
      )}
      <Tabs
        label={texts.dashboard}
        value={tab}
        onChange={show}
        className="flex flex-1 flex-col"
        listClassName="tabs-below md:mb-6"
        tabs={[
          { value: 'explore', label: texts.explore, icon: <Search size={22} /> },
          {
            value: 'requests',
            label: texts.requests,
            icon: <Inbox size={22} />,
            count: pending,
            countLabel: texts.newRequests(pending),
          },
          {
            value: 'chats',
            label: texts.chats,
            icon: <MessageCircle size={22} />,
            // Hides the count on phones while the list of chats shows the counts.
            countClassName: tab === 'chats' ? 'max-md:hidden' : undefined,
            count: unread,
            hasNew: newRooms > 0,
            countLabel: texts.unreadChats(unread, newRooms),
          },
        ]}
      >
        <TabPanel value="explore">
          <ExploreTab
            search={search}
            filter={{ query: search.query, category: undefined, ...filter }}
            onFilter={({ query: _query, ...next }, replace) => go(next, replace)}
          />
        </TabPanel>
        <TabPanel value="requests">
          <TabContent loading={<PendingSkeleton label={texts.loading} />}>
            <DashboardRequests
              renderExpertise={renderExpertise}
              onAccepted={(room) => go({ tab: 'chats', room })}
              onRejected={() => show('requests')}
              onDecidedBefore={() => void refreshRooms(queryClient)}
            />
          </TabContent>
        </TabPanel>
        <TabPanel value="chats" className="flex min-h-0 flex-1 flex-col">
          <TabContent loading={<LoadingChats isRoomOpen={address.room !== undefined} label={texts.loading} />}>
            <DashboardChats
              address={address}
              onGo={(to, replace) => go({ tab: 'chats', ...to }, replace)}
              onExplore={() => show('explore')}
            />
          </TabContent>
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** Shows the loading state until hydration, because the server's HTML also contains the loading state. */
function TabContent({ loading, children }: { loading: ReactNode; children: ReactNode }) {
  const hydrated = useHydrated()
  if (!hydrated) return loading
  return (
    <PartBoundary>
      <Suspense fallback={loading}>{children}</Suspense>
    </PartBoundary>
  )
}

function ExploreTab({
  search,
  filter,
  onFilter,
}: {
  search: ExpertsSearch
  filter: ExpertFilter
  onFilter: (filter: ExpertFilter, replace?: boolean) => void
}) {
  const texts = useTexts(routesTexts)
  const { button, dialog } = useSendRequest()
  return (
    <>
      <ExpertList
        filter={filter}
        onFilter={onFilter}
        onShowEveryone={() => {
          search.clear()
          if (toQuery({ ...filter, query: '' }) !== '') onFilter({ query: '', category: undefined })
        }}
        onQuery={search.setText}
        renderAction={button}
        heading={
          <div className="flex-[1_1_100%] sm:max-w-[48rem] sm:basis-64">
            <h2 className="text-xl">{texts.exploreTitle}</h2>
            <form
              role="search"
              className="mt-3 flex flex-wrap gap-2"
              onSubmit={(event) => {
                event.preventDefault()
                search.flush()
              }}
            >
              <ExpertSearch search={search} className="min-w-0 flex-[3_1_16rem]" />
              <CategoryFilter
                category={filter.category}
                onChange={(category, replace) => onFilter({ ...filter, category }, replace)}
                className="min-w-0 flex-[2_1_13rem]"
              />
            </form>
          </div>
        }
      />
      {dialog}
    </>
  )
}
