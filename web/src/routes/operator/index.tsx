import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import { PageSpinner } from '../../design-system/spinner.tsx'
import { ErrorState } from '../../design-system/states/error-state.tsx'
import { TabPanel, Tabs } from '../../design-system/tabs.tsx'
import { AuditLogSection } from '../../features/operations/audit-log-section.tsx'
import { CasePage } from '../../features/operations/case-page.tsx'
import { CasesSection } from '../../features/operations/cases-section.tsx'
import { ObjectionsSection } from '../../features/operations/decisions-section.tsx'
import { FiguresSection } from '../../features/operations/figures-section.tsx'
import { HealthLink } from '../../features/operations/health/health-link.tsx'
import { operationsTexts, roleTexts } from '../../features/operations/operations.messages.ts'
import { roleQuery } from '../../features/operations/operations.queries.ts'
import { OperatorsSection } from '../../features/operations/operators-section.tsx'
import { PeopleLink } from '../../features/operations/people/people-link.tsx'
import { PaymentsPanel } from '../../features/operations/refunds/payments-panel.tsx'
import { FeeSection } from '../../features/operations/settings/fee-section.tsx'
import { useOperationsEvents } from '../../features/operations/use-operations-events.ts'
import { WaitingListSection } from '../../features/operations/waiting-list/waiting-list-section.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { GuardedRoute, Redirect } from '../guarded-route.tsx'
import { useTitle } from '../use-title.ts'
import { operatorPath, operatorTabOf } from './operator-search.ts'

/** `/operator`: for whoever runs the site. For everybody else it is an unknown address, which leads to the landing page. */
export function Operator(): ReactNode {
  return (
    <GuardedRoute needsProfile={false} whenOut={<Redirect to="/" />}>
      {({ user }) => <ForOperators userId={user.id} />}
    </GuardedRoute>
  )
}

function ForOperators({ userId }: { userId: string }) {
  const texts = useTexts(operationsTexts)
  const errorText = useErrorText()
  const { data, error, isFetching, refetch } = useQuery(roleQuery)
  const code = error && toFailure(error, 'UNAVAILABLE').code
  // Also where there was a role before: it was taken away.
  if (code === 'NOT_FOUND') return <Redirect to="/" />
  if (data) return <Operations userId={userId} role={data.role} />
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

function Operations({ userId, role }: { userId: string; role: OperatorRole }) {
  const texts = useTexts(operationsTexts)
  const roles = useTexts(roleTexts)
  const { place, go } = useNavigation()
  useTitle(texts.title)
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-6 md:py-10">
      <h1 className="text-2xl">{texts.title}</h1>
      <p className="mt-2 text-ink-2">{texts.youAre(roles[role])}</p>
      <Tabs
        label={texts.title}
        value={operatorTabOf(new URLSearchParams(place.search))}
        onChange={(tab) => void go(operatorPath(tab), { keepScroll: true })}
        listClassName="mt-4 mb-6"
        tabs={[
          { value: 'people', label: texts.people },
          { value: 'log', label: texts.log },
        ]}
      >
        <TabPanel value="people">
          <OperatorsSection userId={userId} role={role} />
        </TabPanel>
        <TabPanel value="log">
          <AuditLogSection />
        </TabPanel>
      </Tabs>
    </div>
  )
}
