import type { ReactNode } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { Avatar } from '../../design-system/avatars/avatar.tsx'
import { Badge } from '../../design-system/badge.tsx'
import { BackIcon } from '../../design-system/icons.tsx'
import { toButtonClass } from '../../design-system/link-styles.ts'
import { EmptyState } from '../../design-system/states/empty-state.tsx'
import { QueryState } from '../../design-system/states/query-state.tsx'
import { Skeleton } from '../../design-system/states/skeleton.tsx'
import { Mosaic } from '../../design-system/tiles/mosaic.tsx'
import { Tile } from '../../design-system/tiles/tile.tsx'
import { toFailure } from '../../platform/api/failure.ts'
import { pickMotif } from '../../platform/categories/category-motif.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { TextWithCode } from '../../platform/text-with-code.tsx'
import { ExpertiseLine } from './expertise-line.tsx'
import { MeasuredFacts, ProfileFacts } from './experts/profile-facts.tsx'
import { HiddenProfileNote } from './hidden-profile-note.tsx'
import { isOwnProfile } from './own-profile.queries.ts'
import { useProfile } from './profile.queries.ts'
import { profilesTexts } from './profiles.messages.ts'

const EXPERTS_PATH = '/'

export type ProfilePageProps = {
  userId: string
  renderAction: (profile: Profile) => ReactNode
}

/** Profile page (spec 2), or the reason why the profile cannot be shown. */
export function ProfilePage({ userId, renderAction }: ProfilePageProps) {
  const texts = useTexts(profilesTexts)
  const { back } = useNavigation()
  const errorText = useErrorText()
  const profile = useProfile(userId)
  return (
    <div className="mx-auto w-full max-w-[54rem] px-4 py-5 md:px-10 md:py-8 xl:max-w-(--page-width)">
      <a
        href={EXPERTS_PATH}
        className={toButtonClass('ghost', 'md', '-ml-3 px-3')}
        onClick={(event) => {
          event.preventDefault()
          back(EXPERTS_PATH)
        }}
      >
        <span className="btn-label">
          <BackIcon size={18} />
          {texts.back}
        </span>
      </a>
      <div className="card mt-3 shadow-2">
        <QueryState
          query={profile}
          loading={<ProfileSkeleton />}
          renderFailure={(error) => {
            const { code } = toFailure(error, 'PROFILE_FETCH_FAILED')
            const isMissing = MISSING.includes(code)
            if (isMissing || code === 'PROFILE_NOT_PUBLIC') return <UnavailableProfile isMissing={isMissing} />
            return errorText(code === 'NETWORK' ? 'NETWORK' : 'PROFILE_FETCH_FAILED')
          }}
          retryLabel={texts.retry}
        >
          {(data) => (
            <ProfileContent
              profile={data}
              own={isOwnProfile(data)}
              isHidden={isOwnProfile(data) && data.is_hidden === true}
              action={renderAction(data)}
            />
          )}
        </QueryState>
      </div>
    </div>
  )
}

interface ProfileContentProps {
  profile: Profile
  own: boolean
  isHidden: boolean
  action: ReactNode
}

function ProfileContent({ profile, own, isHidden, action }: ProfileContentProps) {
  const texts = useTexts(profilesTexts)
  return (
    <article>
      <MosaicBand motif={pickMotif(profile.expertise)} />
      {/* Wide screens show the person's details in a sticky column beside the text. */}
      <div className="px-5 pb-8 sm:px-8 sm:pb-10 xl:grid xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:gap-x-12">
        <div className="xl:sticky xl:top-40 xl:self-start">
          {/* A separate element is the portrait's frame, because the band would show through the seam of a border. */}
          <span className="relative -mt-16 grid w-fit rounded-[calc(var(--radius-lg)+4px)] bg-surface p-1">
            <Avatar id={profile.id} name={profile.full_name} src={profile.profile_picture_url} size={120} decorative />
          </span>
          <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-5">
            <div className="min-w-0 max-w-full flex-[1_1_18rem]">
              <h1 translate="no" className="text-2xl break-words">
                {profile.full_name}
              </h1>
              <ExpertiseLine profile={profile} size={20} className="mt-2 text-base [&>span]:whitespace-normal" />
              {profile.headline && (
                <p dir="auto" className="mt-3 text-lg leading-snug font-semibold wrap-anywhere">
                  {profile.headline}
                </p>
              )}
              <ProfileFacts profile={profile} className="mt-2 wrap-anywhere text-ink-2" />
              <MeasuredFacts profile={profile} isWhole className="mt-2 text-sm text-ink-2" />
            </div>
            {action && <div className="grid flex-[0_0_100%] grid-cols-1 sm:flex-none sm:grid-cols-none">{action}</div>}
          </div>
          {!own && <p className="mt-4 max-w-[45ch] text-sm text-ink-2">{texts.costs}</p>}
          {isHidden && <HiddenProfileNote className="mt-5" />}
          {!profile.is_public && !isHidden && (
            <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-2">
              <Badge tone="neutral">{texts.notPublic}</Badge>
              {own && <span>{texts.notPublicOwn}</span>}
            </p>
          )}
        </div>
        <section className="mt-7 border-t border-border pt-6 xl:mt-0 xl:border-t-0 xl:pt-8" aria-label={texts.bio}>
          {profile.bio ? (
            <p
              dir="auto"
              className="max-w-[65ch] text-lg leading-[1.6] break-words whitespace-pre-wrap [unicode-bidi:plaintext]"
            >
              <TextWithCode text={profile.bio} />
            </p>
          ) : (
            <p className="text-ink-3 italic">{texts.noBio}</p>
          )}
        </section>
      </div>
    </article>
  )
}

function MosaicBand({ motif }: { motif: ReturnType<typeof pickMotif> }) {
  return (
    // Clips the decorative band here. The card itself must not clip, because a menu may extend beyond the card.
    <div
      className="flex h-32 justify-end overflow-clip rounded-t-[calc(var(--radius-lg)-1px)] bg-t-plum sm:h-36"
      aria-hidden="true"
    >
      <Mosaic
        grid={[
          ['wave', 'sun', 'arch', 'dawn', motif],
          ['bowls', 'slope', motif, 'sails', 'check'],
        ]}
        size={72}
        // Cuts off the first column on phones. Otherwise a strip of the column would show beside the portrait.
        className="h-full w-auto flex-none max-sm:[clip-path:inset(0_0_0_20%)]"
      />
    </div>
  )
}

function ProfileSkeleton() {
  const texts = useTexts(profilesTexts)
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        {texts.loadingProfile}
      </span>
      <Skeleton className="h-32 rounded-t-lg rounded-b-none sm:h-36" />
      <div className="px-5 pb-10 sm:px-8">
        <Skeleton className="relative -mt-16 size-32 rounded-lg border-4 border-surface" />
        <Skeleton className="mt-5 h-8 w-64 max-w-full" />
        <Skeleton className="mt-3 h-5 w-44 max-w-full" />
        <Skeleton className="mt-10 h-5 max-w-[60ch]" />
        <Skeleton className="mt-2.5 h-5 max-w-[56ch]" />
        <Skeleton className="mt-2.5 h-5 max-w-[32ch]" />
      </div>
    </div>
  )
}

/** Errors that mean a missing profile. A malformed id causes INVALID_INPUT. */
const MISSING: readonly ErrorCode[] = ['PROFILE_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT']

function UnavailableProfile({ isMissing }: { isMissing: boolean }) {
  const texts = useTexts(profilesTexts)
  const errorText = useErrorText()
  return (
    <EmptyState
      className="py-16"
      art={<Tile motif="petals" size={64} className="rounded-md" />}
      title={errorText(isMissing ? 'PROFILE_NOT_FOUND' : 'PROFILE_NOT_PUBLIC')}
      text={isMissing ? texts.notFoundText : texts.notPublicText}
      action={
        <Link href={EXPERTS_PATH} className={toButtonClass('secondary')}>
          {texts.toExperts}
        </Link>
      }
    />
  )
}
