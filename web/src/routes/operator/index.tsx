import type { ReactNode } from 'react'

import { toCasePath } from '@kundig/contract/notifications/push-payload'
import { isRoleAtLeast } from '@kundig/contract/operations/operator-roles'

import { CasePage } from '../../features/operations/cases/case-page.tsx'
import { CasesSection } from '../../features/operations/cases/cases-section.tsx'
import { ObjectionsSection } from '../../features/operations/decisions/decisions-section.tsx'
import { FiguresSection } from '../../features/operations/figures/figures-section.tsx'
import { destinationTexts } from '../../features/operations/operations.messages.ts'
import { OPERATOR_PATHS, type OperatorTab, readOperatorTab } from '../../features/operations/operator-navigation.ts'
import { PaymentsPanel } from '../../features/operations/payments/payments-panel.tsx'
import { CategoriesSection } from '../../features/operations/settings/categories/categories-section.tsx'
import { FeeSection } from '../../features/operations/settings/fee/fee-section.tsx'
import { AuditLogSection } from '../../features/operations/team/audit-log-section.tsx'
import { OperatorsSection } from '../../features/operations/team/operators-section.tsx'
import { WaitingListSection } from '../../features/operations/waiting-list/waiting-list-section.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { type CurrentOperator, useOperator } from '../current-operator.ts'
import { useTitle } from '../use-title.ts'

export function Operator(): ReactNode {
  const operator = useOperator()
  const { place } = useNavigation()
  const search = new URLSearchParams(place.search)
  const caseId = search.get('case')
  const tab = readOperatorTab(search)
  const title = useTexts(destinationTexts)[tab]
  useTitle(title)
  return (
    <div className="max-w-[50rem]">
      <h1 className="mb-6 text-2xl">{title}</h1>
      {caseId === null ? (
        <OperatorContent key={tab} tab={tab} payment={search.get('payment') ?? ''} {...operator} />
      ) : (
        <CasePage key={caseId} caseId={caseId} {...operator} backPath={OPERATOR_PATHS.reports} />
      )}
    </div>
  )
}

/** @param payment id of a payment in the address, or empty */
function OperatorContent({ tab, payment, userId, role }: { tab: OperatorTab; payment: string } & CurrentOperator) {
  const isOwner = isRoleAtLeast(role, 'owner')
  const isModerator = isRoleAtLeast(role, 'moderator')
  switch (tab) {
    case 'reports':
      return (
        <>
          <ObjectionsSection toPath={toCasePath} mayDecide={isModerator} />
          <CasesSection userId={userId} toPath={toCasePath} />
        </>
      )
    case 'payments':
      return <PaymentsPanel mayRefund={isModerator} reference={payment} />
    case 'figures':
      return <FiguresSection />
    case 'waiting':
      return <WaitingListSection mayInvite={isModerator} mayClose={isOwner} />
    case 'categories':
      return <CategoriesSection mayChange={isOwner} />
    case 'fee':
      return <FeeSection mayChange={isOwner} />
    case 'people':
      return <OperatorsSection userId={userId} role={role} />
    case 'log':
      return <AuditLogSection />
  }
}
