import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { QUESTION_PATH } from '@kundig/contract/site/public-pages'

import { refreshSession } from '../../features/auth/session.queries.ts'
import { SentQuestion } from '../../features/connection-requests/asking/sent-question.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { LogInScreen } from '../log-in-here.tsx'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'

/** `/question?id=…`: sends a confirmed question after any second factor. With `to=…`, this tab stores the question. */
export function Question(): ReactNode {
  useTitle(useTexts(routesTexts).requests)
  const { id, to } = useSearch({ from: QUESTION_PATH })
  const queryClient = useQueryClient()
  return (
    <GuardedRoute needsProfile={false} whenOut={<LogInScreen />}>
      {({ user }) => (
        <SentQuestion
          id={id}
          kept={to === undefined ? undefined : { to, suggestedName: user.suggested_name }}
          onAnswered={() => refreshSession(queryClient)}
        />
      )}
    </GuardedRoute>
  )
}
