import type { ReactNode } from 'react'

import { mayDoAs } from '@kundig/contract/operations/operator-roles'

import { TabPanel, Tabs } from '../../design-system/tabs.tsx'
import { AuditLogSection } from '../../features/operations/audit-log-section.tsx'
import { CasePage } from '../../features/operations/case-page.tsx'
import { CasesSection } from '../../features/operations/cases-section.tsx'
import { ObjectionsSection } from '../../features/operations/decisions-section.tsx'
import { FiguresSection } from '../../features/operations/figures-section.tsx'
import { FiguresLink } from '../../features/operations/figures/figures-link.tsx'
import { HealthLink } from '../../features/operations/health/health-link.tsx'
import { operationsTexts, roleTexts } from '../../features/operations/operations.messages.ts'
import { OperatorsSection } from '../../features/operations/operators-section.tsx'
import { PagesLink } from '../../features/operations/pages/pages-link.tsx'
import { PeopleLink } from '../../features/operations/people/people-link.tsx'
import { PaymentsPanel } from '../../features/operations/refunds/payments-panel.tsx'
import { CategoriesSection } from '../../features/operations/settings/categories-section.tsx'
import { FaceLink } from '../../features/operations/settings/face-link.tsx'
import { FeeSection } from '../../features/operations/settings/fee-section.tsx'
import { useOperationsEvents } from '../../features/operations/use-operations-events.ts'
import { WaitingListSection } from '../../features/operations/waiting-list/waiting-list-section.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { ForOperators, type OperatorAtWork } from '../for-operators.tsx'
import { useTitle } from '../use-title.ts'
import { caseOf, casePath, operatorPath, operatorTabOf } from './operator-search.ts'

/** `/operator`: for whoever runs the site. */
export function Operator(): ReactNode {
  return <ForOperators>{(operator) => <Operations {...operator} />}</ForOperators>
}

function Operations({ userId, role }: OperatorAtWork) {
  const texts = useTexts(operationsTexts)
  const roles = useTexts(roleTexts)
  const { place, go } = useNavigation()
  const search = new URLSearchParams(place.search)
  const caseId = caseOf(search)
  useTitle(texts.title)
  useOperationsEvents()
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-6 md:py-10">
      <h1 className="text-2xl">{texts.title}</h1>
      <p className="mt-2 text-ink-2">{texts.youAre(roles[role])}</p>
      <HealthLink />
      <PeopleLink />
      <FiguresLink />
      <PagesLink />
      {mayDoAs(role, 'owner') && <FaceLink />}
      {caseId === null ? (
        <Tabs
          label={texts.title}
          value={operatorTabOf(search)}
          onChange={(tab) => void go(operatorPath(tab), { keepScroll: true })}
          listClassName="mt-4 mb-6"
          tabs={[
            { value: 'reports', label: texts.reports },
            { value: 'payments', label: texts.payments },
            { value: 'figures', label: texts.figures },
            { value: 'waiting', label: texts.waiting },
            { value: 'categories', label: texts.categories },
            { value: 'people', label: texts.people },
            { value: 'log', label: texts.log },
          ]}
        >
          <TabPanel value="reports">
            <ObjectionsSection pathOf={casePath} mayDecide={mayDoAs(role, 'moderator')} />
            <CasesSection userId={userId} pathOf={casePath} />
          </TabPanel>
          <TabPanel value="payments">
            <PaymentsPanel mayRefund={mayDoAs(role, 'moderator')} reference={search.get('payment') ?? ''} />
            <FeeSection mayChange={mayDoAs(role, 'owner')} />
          </TabPanel>
          <TabPanel value="figures">
            <FiguresSection />
          </TabPanel>
          <TabPanel value="waiting">
            <WaitingListSection mayInvite={mayDoAs(role, 'moderator')} mayClose={mayDoAs(role, 'owner')} />
          </TabPanel>
          <TabPanel value="categories">
            <CategoriesSection mayChange={mayDoAs(role, 'owner')} />
          </TabPanel>
          <TabPanel value="people">
            <OperatorsSection userId={userId} role={role} />
          </TabPanel>
          <TabPanel value="log">
            <AuditLogSection />
          </TabPanel>
        </Tabs>
      ) : (
        <CasePage key={caseId} caseId={caseId} userId={userId} role={role} backPath={operatorPath('reports')} />
      )}
    </div>
  )
}
