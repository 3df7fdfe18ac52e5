import { createContext, use } from 'react'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

export interface CurrentOperator {
  userId: string
  role: OperatorRole
}

export const OperatorContext = createContext<CurrentOperator | null>(null)

export function useOperator(): CurrentOperator {
  const operator = use(OperatorContext)
  if (!operator) throw new Error('Not among the pages of operators')
  return operator
}
