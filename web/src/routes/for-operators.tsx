import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'

import { registerErrorTexts } from '@kundig/contract/errors'
import { OPERATIONS_ERRORS } from '@kundig/contract/operations/operations-errors'

import { PageSpinner } from '../design-system/page-spinner.tsx'
import { ErrorState } from '../design-system/states/error-state.tsx'
import { operationsTexts } from '../features/operations/operations.messages.ts'
import { roleQuery } from '../features/operations/operations.queries.ts'
import { OperatorFrame } from '../features/operations/operator-frame.tsx'
import { useOperationsEvents } from '../features/operations/use-operations-events.ts'
import { toFailure } from '../platform/api/failure.ts'
import { useErrorText, useTexts } from '../platform/i18n/texts.ts'
import { type CurrentOperator, OperatorContext } from './current-operator.ts'
import { GuardedRoute, Redirect } from './guarded-route.tsx'
import { SecondFactorGate } from './operator-second-factor.tsx'

registerErrorTexts(OPERATIONS_ERRORS)

/** Frame of the operator pages. People without a role see the landing page, as at an unknown address. */
export function OperatorLayout(): ReactNode {
  return (
    <GuardedRoute needsProfile={false} whenOut={<Redirect to="/" />}>
      {({ user }) => <OperatorRoleGate userId={user.id} />}
    </GuardedRoute>
  )
}

function OperatorRoleGate({ userId }: { userId: string }) {
  const texts = useTexts(operationsTexts)
  const errorText = useErrorText()
  const { data, error, isFetching, refetch } = useQuery(roleQuery)
  const code = error && toFailure(error, 'UNAVAILABLE').code
  // NOT_FOUND means that the person has no role, for example after a revocation.
  if (code === 'NOT_FOUND') return <Redirect to="/" />
  const factor = data?.second_factor ?? 'passed'
  if (factor !== 'passed') return <SecondFactorGate state={factor} />
  if (data) return <OperatorPagesFrame userId={userId} role={data.role} />
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

function OperatorPagesFrame({ userId, role }: CurrentOperator) {
  useOperationsEvents()
  const operator = useMemo(() => ({ userId, role }), [userId, role])
  return (
    <OperatorContext value={operator}>
      <OperatorFrame role={role}>
        <Outlet />
      </OperatorFrame>
    </OperatorContext>
  )
}
