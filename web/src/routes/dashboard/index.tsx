import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch as useAddress } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { cx } from '../../design-system/class-names.ts'
import { TabPanel, Tabs } from '../../design-system/tabs.tsx'
import { AuthScreen } from '../../features/auth/auth-screen.tsx'
import { refreshRooms } from '../../features/chat/cache/chat.queries.ts'
import { LoadingChats } from '../../features/chat/rooms/chats-frame.tsx'
import { useUnreadTotal } from '../../features/chat/rooms/use-unread-total.ts'
import { RequestsTab } from '../../features/connection-requests/requests-tab.tsx'
import { usePendingCount } from '../../features/connection-requests/use-pending-count.ts'
import { OnboardingNotice } from '../../features/payments/selling/onboarding-notice.tsx'
import { ExpertList } from '../../features/profiles/expert-list.tsx'
import { ExpertSearch } from '../../features/profiles/expert-search.tsx'
import { ExpertiseLine } from '../../features/profiles/expertise-line.tsx'
import { type Search, useSearch } from '../../features/profiles/use-search.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { GuardedRoute } from '../guarded-route.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import { clearReturnTo, readReturnTo } from '../return-to.ts'
import { routesTexts } from '../routes.messages.ts'
import { useSendRequest } from '../send-request.tsx'
import { useTitle } from '../use-title.ts'
import { type DashboardSearch, dashboardSearch } from './dashboard-search.ts'

import './dashboard.css'

const DashboardChats = lazyPart(() => import('./dashboard-chats.tsx').then((module) => module.DashboardChats))

type TabName = 'explore' | 'requests' | 'chats'

const renderExpertise = (profile: Profile) => <ExpertiseLine profile={profile} />

/** `/dashboard`: the auth screen for visitors; Explore, Requests and Chats for people with a profile. */
export function Dashboard(): ReactNode {
  return (
    <GuardedRoute needsProfile whenOut={<LoggedOut />}>
      {({ user }) => <LoggedIn userId={user.id} />}
    </GuardedRoute>
  )
}

function LoggedOut() {
  useTitle(useTexts(routesTexts).logIn)
  const [isComposingRequest] = useState(() => readReturnTo() !== null)
  // Logging in removes the form that had the focus; the screen's top takes it.
  return (
    <AuthScreen
      isComposingRequest={isComposingRequest}
      onDone={() => document.getElementById('main')?.focus({ preventScroll: true })}
    />
  )
}

/** Whoever logged in to send someone a request is led to that profile, once; everybody else sees the tabs. */
function LoggedIn({ userId }: { userId: string }) {
  // Read once more: the router's copy still has invalid values.
  const address = dashboardSearch({ ...useAddress({ from: '/dashboard' }) })
  // An address with a tab or a room is meant as it is.
  const [wanted] = useState(() => (Object.keys(address).length === 0 ? readReturnTo() : null))
  useEffect(() => {
    if (wanted !== null) clearReturnTo()
  }, [wanted])
  if (wanted !== null && wanted !== userId) return <Navigate to="/profile/$userId" params={{ userId: wanted }} />
  return <DashboardTabs address={address} />
}

function DashboardTabs({ address }: { address: DashboardSearch }) {
  const texts = useTexts(routesTexts)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const tab: TabName = address.tab ?? 'explore'
  const pending = usePendingCount()
  const unread = useUnreadTotal()
  // Here, so that the search outlives a visit to another tab.
  const search = useSearch()
  useTitle(texts[tab])

  const go = (to: DashboardSearch, replace = false): void =>
    void navigate({ to: '/dashboard', search: to, replace, resetScroll: false })
  const show = (next: TabName): void => go(next === 'explore' ? {} : { tab: next })

  return (
    <div
      className={cx(
        'dashboard-frame mx-auto flex w-full max-w-[1280px] flex-1 flex-col px-4 pb-8 md:px-10 md:pt-6',
        address.error ? 'pt-4' : 'pt-2',
      )}
    >
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
        listClassName="-mx-4 mb-5 px-4 md:mx-0 md:mb-6 md:px-0"
        tabs={[
          { value: 'explore', label: texts.explore },
          { value: 'requests', label: texts.requests, count: pending, countLabel: texts.newRequests(pending) },
          { value: 'chats', label: texts.chats, count: unread, countLabel: texts.unread(unread) },
        ]}
      >
        <TabPanel value="explore">
          <Explore search={search} />
        </TabPanel>
        <TabPanel value="requests">
          <RequestsTab
            renderExpertise={renderExpertise}
            onAccepted={(room) => go({ tab: 'chats', room })}
            onRejected={() => show('requests')}
            onDecidedBefore={() => void refreshRooms(queryClient)}
          />
        </TabPanel>
        <TabPanel value="chats" className="flex min-h-0 flex-1 flex-col">
          <PartBoundary>
            <Suspense fallback={<LoadingChats isRoomOpen={address.room !== undefined} label={texts.loading} />}>
              <DashboardChats
                roomId={address.room}
                // Leaving a room by its button must not make the browser's Back lead into it again.
                onSelect={(room) => (room === undefined ? go({ tab: 'chats' }, true) : go({ tab: 'chats', room }))}
                onExplore={() => show('explore')}
              />
            </Suspense>
          </PartBoundary>
        </TabPanel>
      </Tabs>
    </div>
  )
}

function Explore({ search }: { search: Search }) {
  const texts = useTexts(routesTexts)
  const { button, dialog } = useSendRequest()
  return (
    <>
      <ExpertList
        query={search.query}
        category={undefined}
        onShowEveryone={search.clear}
        renderAction={button}
        heading={
          <div className="flex-[1_1_100%] sm:max-w-[36rem] sm:basis-64">
            <h2 className="text-xl">{texts.exploreTitle}</h2>
            <form
              role="search"
              className="mt-3"
              onSubmit={(event) => {
                event.preventDefault()
                search.flush()
              }}
            >
              <ExpertSearch search={search} />
            </form>
          </div>
        }
      />
      {dialog}
    </>
  )
}
