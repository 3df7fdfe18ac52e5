import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { useTexts } from '../platform/i18n/texts.ts'
import { Link } from '../platform/navigation/link.tsx'
import { accountTexts } from './account.messages.ts'
import { GuardedRoute, type GuardedRouteProps } from './guarded-route.tsx'
import { LogInScreen } from './log-in-here.tsx'
import { useTitle } from './use-title.ts'

type AccountPageProps = Pick<GuardedRouteProps, 'children'> & {
  title: string
  lead: string
  needsProfile?: boolean
}

/** Page below `/account`. Mails link to these pages, so visitors log in at the page's address. */
export function AccountPage({ needsProfile = true, children, ...words }: AccountPageProps): ReactNode {
  return (
    <GuardedRoute needsProfile={needsProfile} whenOut={<LogInScreen />}>
      {(session) => (
        <AccountFrame {...words} session={session}>
          {children}
        </AccountFrame>
      )}
    </GuardedRoute>
  )
}

function AccountFrame({
  title,
  lead,
  session,
  children,
}: Omit<AccountPageProps, 'needsProfile'> & { session: Session }) {
  const texts = useTexts(accountTexts)
  useTitle(title)
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-6 md:py-10">
      <Link
        href="/account"
        className="mb-3 inline-flex h-11 items-center gap-2 text-sm font-semibold text-link no-underline"
      >
        <ArrowLeft size={18} />
        {texts.back}
      </Link>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 text-ink-2">{lead}</p>
      {children(session)}
    </div>
  )
}
