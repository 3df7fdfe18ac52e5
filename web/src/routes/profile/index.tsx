import type { ReactNode } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import { toButtonClass } from '../../design-system/link-styles.ts'
import { useSession } from '../../features/auth/session.queries.ts'
import { ProfilePage } from '../../features/profiles/profile-page.tsx'
import { useProfile } from '../../features/profiles/profile.queries.ts'
import { useReportDialog } from '../../features/safety/use-report-dialog.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { routesTexts } from '../routes.messages.ts'
import { useSendRequest } from '../send-request.tsx'
import { useTitle } from '../use-title.ts'

const loadReviews = () => import('../../features/reviews/profile-reviews.tsx')
const loadContact = () => import('../../features/safety/profile-contact.tsx')

export function ProfileRoute({ userId }: { userId: string }): ReactNode {
  const texts = useTexts(routesTexts)
  const session = useSession()
  const { button, dialog } = useSendRequest({ variant: 'primary' })
  const contact = useLazyModule(
    loadContact,
    session.status === 'out' || (session.status === 'in' && session.session.user.id !== userId),
  )
  const shown = useProfile(userId).data
  const reviews = useLazyModule(loadReviews, shown !== undefined)
  const report = useReportDialog()
  useTitle(shown?.full_name ?? texts.profile)

  function renderAction(profile: Profile) {
    if (session.status === 'loading') return null
    if (session.status !== 'in') {
      return (
        <div className="flex items-center gap-2">
          <div className="grid flex-1">{button(profile)}</div>
          {contact && <contact.ProfileReport person={profile} />}
        </div>
      )
    }
    if (session.session.user.id !== profile.id) {
      return (
        <div className="group flex items-center gap-2">
          {/* Hides the request button when the person is blocked. */}
          <div className="grid flex-1 group-has-[[data-blocked]]:hidden">{button(profile)}</div>
          {contact && <contact.ProfileContact person={profile} />}
        </div>
      )
    }
    return (
      <Link href="/account" className={toButtonClass('secondary')}>
        {texts.editProfile}
      </Link>
    )
  }

  return (
    <>
      <ProfilePage key={userId} userId={userId} renderAction={renderAction} />
      {reviews && shown && (
        <div className="mx-auto w-full max-w-[54rem] px-4 pb-8 md:px-10 xl:max-w-(--page-width)">
          <reviews.ProfileReviews profile={shown} onReport={(subject, person) => report.ask({ subject, person })} />
        </div>
      )}
      {report.dialog}
      {dialog}
    </>
  )
}
