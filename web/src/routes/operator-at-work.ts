import { createContext, use } from 'react'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

export interface OperatorAtWork {
  userId: string
  role: OperatorRole
}

export const OperatorContext = createContext<OperatorAtWork | null>(null)

export function useOperator(): OperatorAtWork {
  const operator = use(OperatorContext)
  if (!operator) throw new Error('Not among the pages of operators')
  return operator
}
