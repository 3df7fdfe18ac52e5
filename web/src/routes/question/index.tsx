import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { QUESTION_PATH } from '@kundig/contract/site/public-pages'

import { refreshSession } from '../../features/auth/session.queries.ts'
import { SentQuestion } from '../../features/connection-requests/asking/sent-question.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { GuardedRoute } from '../guarded-route.tsx'
import { LogInHere } from '../log-in-here.tsx'
import { routesTexts } from '../routes.messages.ts'
import { useTitle } from '../use-title.ts'

/** `/question?id=…`: sends the question that its reader confirmed. A second factor comes first. */
export function Question(): ReactNode {
  useTitle(useTexts(routesTexts).requests)
  const { id } = useSearch({ from: QUESTION_PATH })
  const queryClient = useQueryClient()
  return (
    <GuardedRoute needsProfile={false} whenOut={<LogInHere />}>
      {() => <SentQuestion id={id} onAnswered={() => refreshSession(queryClient)} />}
    </GuardedRoute>
  )
}
