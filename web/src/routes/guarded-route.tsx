import { Fragment, type ReactNode, useEffect, useState } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'
import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

import { PageSpinner } from '../design-system/page-spinner.tsx'
import { ErrorState } from '../design-system/states/error-state.tsx'
import { type SessionState, useSession } from '../features/auth/session.queries.ts'
import { toFailure } from '../platform/api/failure.ts'
import { useErrorText, useTexts } from '../platform/i18n/texts.ts'
import { useNavigation } from '../platform/navigation/navigation.ts'
import { routesTexts } from './routes.messages.ts'

export type GuardedRouteProps = {
  /** True to redirect people without a profile: operators to the operator pages, all others to the profile form. */
  needsProfile: boolean
  /** Screen for visitors. By default they are redirected to the log-in on the dashboard. */
  whenOut?: ReactNode
  children: (session: Session) => ReactNode
}

/** Screen for logged-in people (spec 2, guarded route). */
export function GuardedRoute({ needsProfile, whenOut, children }: GuardedRouteProps) {
  const state = useSession()
  const shown = useStickyFailure(state)
  const texts = useTexts(routesTexts)
  const errorText = useErrorText()
  switch (shown.status) {
    case 'loading':
      return <PageSpinner label={texts.loading} />
    case 'failed':
      return (
        <ErrorState
          className="flex-1 justify-center"
          title={errorText(toFailure(shown.error, 'UNAVAILABLE').code)}
          retryLabel={texts.retry}
          busy={shown !== state}
          onRetry={shown.retry}
        />
      )
    case 'out':
      return whenOut ?? <Redirect to="/dashboard" />
    case 'in':
      if (needsProfile && !shown.session.has_profile) {
        return <Redirect to={shown.session.role ? OPERATOR_PATH : '/account'} />
      }
      // The key resets the screen when another person logs in.
      return <Fragment key={shown.session.user.id}>{children(shown.session)}</Fragment>
  }
}

/** Returns the session's state. During a retry, returns the failure instead of the loading state. */
function useStickyFailure(state: SessionState): SessionState {
  const [failed, setFailed] = useState<SessionState | null>(null)
  if (state.status === 'failed' && (failed?.status !== 'failed' || failed.error !== state.error)) setFailed(state)
  return state.status === 'loading' && failed ? failed : state
}

export function Redirect({ to, replace = true }: { to: string; replace?: boolean }) {
  const { go } = useNavigation()
  useEffect(() => void go(to, { replace }), [go, to, replace])
  return null
}
