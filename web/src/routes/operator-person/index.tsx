import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { parseUserAgent } from '@kundig/contract/auth/device-name'
import { isRoleAtLeast } from '@kundig/contract/operations/operator-roles'
import { OPERATOR_PATH } from '@kundig/contract/site/public-pages'

import { securityTexts } from '../../features/auth/security.messages.ts'
import { peopleTexts } from '../../features/operations/people/people.messages.ts'
import { PersonPage } from '../../features/operations/people/person-page.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useOperator } from '../current-operator.ts'
import { useTitle } from '../use-title.ts'

export function OperatorPerson(): ReactNode {
  const { role } = useOperator()
  const personId = useParams({ from: '/operators/operator/people/$personId', select: (params) => params.personId })
  const words = useTexts(securityTexts)
  useTitle(useTexts(peopleTexts).account)
  return (
    <PersonPage
      key={personId}
      personId={personId}
      mayDecide={isRoleAtLeast(role, 'moderator')}
      nameDevice={(userAgent) => {
        const { browser, system } = parseUserAgent(userAgent)
        return words.device(browser, system)
      }}
      casePath={(caseId) => `${OPERATOR_PATH}?case=${encodeURIComponent(caseId)}`}
      paymentPath={(paymentId) => `${OPERATOR_PATH}?tab=payments&payment=${encodeURIComponent(paymentId)}`}
    />
  )
}
