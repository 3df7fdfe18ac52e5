import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { addOperationsErrors } from '@kundig/contract/operations/add-operations-errors'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import { PageSpinner } from '../design-system/spinner.tsx'
import { ErrorState } from '../design-system/states/error-state.tsx'
import { operationsTexts } from '../features/operations/operations.messages.ts'
import { roleQuery } from '../features/operations/operations.queries.ts'
import { toFailure } from '../platform/api/failure.ts'
import { useErrorText, useTexts } from '../platform/i18n/texts.ts'
import { GuardedRoute, Redirect } from './guarded-route.tsx'
import { SecondFactorGate } from './operator-second-factor.tsx'

addOperationsErrors()

/** Somebody who runs the site. */
export interface OperatorAtWork {
  userId: string
  role: OperatorRole
}

/** A page for whoever runs the site. For everybody else it is an unknown address, which leads to the landing page. */
export function ForOperators({ children }: { children: (operator: OperatorAtWork) => ReactNode }): ReactNode {
  return (
    <GuardedRoute needsProfile={false} whenOut={<Redirect to="/" />}>
      {({ user }) => <WithRole userId={user.id}>{children}</WithRole>}
    </GuardedRoute>
  )
}

function WithRole({ userId, children }: { userId: string; children: (operator: OperatorAtWork) => ReactNode }) {
  const texts = useTexts(operationsTexts)
  const errorText = useErrorText()
  const { data, error, isFetching, refetch } = useQuery(roleQuery)
  const code = error && toFailure(error, 'UNAVAILABLE').code
  // Also where there was a role before: it was taken away.
  if (code === 'NOT_FOUND') return <Redirect to="/" />
  const factor = data?.second_factor ?? 'passed'
  if (factor !== 'passed') return <SecondFactorGate state={factor} />
  if (data) return children({ userId, role: data.role })
  if (code === null) return <PageSpinner label={texts.loading} />
  return (
    <ErrorState
      className="flex-1 justify-center"
      title={errorText(code)}
      retryLabel={texts.retry}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
