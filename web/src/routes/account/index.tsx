import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'
import { toProfilePath } from '@kundig/contract/site/public-pages'

import { cx } from '../../design-system/class-names.ts'
import { QueryState } from '../../design-system/states/query-state.tsx'
import { Skeleton } from '../../design-system/states/skeleton.tsx'
import { Mosaic } from '../../design-system/tiles/mosaic.tsx'
import { VerificationNotice } from '../../features/auth/email/verification-notice.tsx'
import { readInvitedCategory } from '../../features/auth/invitation/invited-category.ts'
import { OwnDataSection } from '../../features/auth/own-data/own-data-section.tsx'
import { SAVED_CARDS_HREF, SAVED_CARDS_ID } from '../../features/payments/section-anchors.ts'
import { SellerSection } from '../../features/payments/selling/seller-section.tsx'
import { ProfileForm } from '../../features/profiles/form/profile-form.tsx'
import { useOwnProfile } from '../../features/profiles/own-profile.queries.ts'
import { profileQuery } from '../../features/profiles/profile.queries.ts'
import { StatementsSection } from '../../features/safety/statements-section.tsx'
import { useHydrated } from '../../platform/hydrated.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { readReturnProfileId } from '../return-to.ts'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'
import { AccountRows } from './account-rows.tsx'

const WALL = [
  [
    'dawn',
    'speech',
    'wave',
    'book',
    'sun',
    'arch',
    'house',
    'slope',
    'leaf',
    'check',
    'heart',
    'bowls',
    'target',
    'sails',
  ],
] as const

export function Account(): ReactNode {
  return <GuardedRoute needsProfile={false}>{(session) => <OwnAccount session={session} />}</GuardedRoute>
}

function OwnAccount({ session }: { session: Session }) {
  const texts = useTexts(routesTexts)
  // Keeps the state on arrival: saving the first profile must not change the screen before the form closes.
  const [hasProfile] = useState(session.has_profile)
  const wanted = useIntendedReceiver(!hasProfile)
  const title = hasProfile ? texts.accountSettings : texts.completeAccount
  useTitle(title)
  useSectionRedirect()
  return (
    <div
      className={cx(
        'mx-auto w-full max-w-[46rem] px-4 py-6 md:py-10',
        hasProfile &&
          'xl:grid xl:max-w-(--page-width) xl:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] xl:items-start xl:gap-x-6 xl:px-10',
      )}
    >
      <div className="card overflow-clip shadow-2">
        <div className="h-14 overflow-clip bg-t-plum">
          <Mosaic grid={WALL} size={56} className="h-full w-auto max-w-none" />
        </div>
        <div className="p-5 sm:p-8">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-2 mb-7 wrap-anywhere text-ink-2">
            {hasProfile ? texts.accountLead : wanted ? texts.completeToAsk(wanted.full_name) : texts.completeLead}
          </p>
          {/* People with a profile see this section on the security page instead. */}
          {!hasProfile && (
            <p className="-mt-6 mb-7 text-sm wrap-anywhere text-ink-3">{texts.signedInAs(session.user.email)}</p>
          )}
          <VerificationNotice user={session.user} canChange={!hasProfile} className="mb-7" />
          {hasProfile ? <ProfileEditor userId={session.user.id} /> : <ProfileCompletion user={session.user} />}
        </div>
      </div>
      {hasProfile && (
        <div className="xl:[&>:first-child]:mt-0">
          <StatementsSection />
          <SellerSection />
          <AccountRows pages={['payments', 'notifications', 'privacy', 'security']} />
        </div>
      )}
      {!hasProfile && session.role && <AccountRows pages={['security']} />}
      {!hasProfile && <OwnDataSection />}
    </div>
  )
}

/** Redirects the former address of an account section to the section's page. */
function useSectionRedirect(): void {
  const { go } = useNavigation()
  useEffect(() => {
    if (window.location.hash === `#${SAVED_CARDS_ID}`) void go(SAVED_CARDS_HREF, { replace: true })
  }, [go])
}

/** Returns the profile to which a person wanted to send a request before completing their own profile. */
function useIntendedReceiver(isNeeded: boolean) {
  const [id] = useState(readReturnProfileId)
  const { data } = useQuery({ ...profileQuery(id ?? ''), enabled: isNeeded && id !== null, throwOnError: false })
  return data
}

function useFormNavigation(userId: string) {
  const { go } = useNavigation()
  return {
    onDone: () => void go('/dashboard', { unasked: true }),
    onPreview: () => void go(toProfilePath(userId), { unasked: true }),
    leaveGuard: (unsaved: boolean) => <LeaveGuard unsaved={unsaved} />,
  }
}

function ProfileCompletion({ user }: { user: Session['user'] }) {
  const exits = useFormNavigation(user.id)
  // Waits for hydration, because the stored draft can be read only in the browser.
  if (!useHydrated()) return <LoadingForm />
  const category = readInvitedCategory()
  return (
    <ProfileForm
      userId={user.id}
      profile={null}
      suggestedName={user.suggested_name}
      {...(category !== null && { suggestedCategory: category })}
      {...exits}
    />
  )
}

function ProfileEditor({ userId }: { userId: string }) {
  const texts = useTexts(routesTexts)
  const exits = useFormNavigation(userId)
  return (
    <QueryState
      query={useOwnProfile(userId)}
      loading={<LoadingForm />}
      renderFailure={() => texts.profileFailed}
      retryLabel={texts.retry}
    >
      {(profile) => <ProfileForm userId={userId} profile={profile} {...exits} />}
    </QueryState>
  )
}

function LoadingForm() {
  const texts = useTexts(routesTexts)
  return (
    <div aria-busy="true" className="grid gap-6">
      <span role="status" className="sr-only">
        {texts.loading}
      </span>
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-36 rounded-md" />
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-20 rounded-md" />
    </div>
  )
}
