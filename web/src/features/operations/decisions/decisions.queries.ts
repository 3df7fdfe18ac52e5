import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

export const decisionsQuery = (caseId: string) =>
  queryOptions(api.operations.caseDecisions.queryOptions({ input: { case_id: caseId } }))

export const objectionsQuery = queryOptions(api.operations.objections.queryOptions())

export const figuresQuery = queryOptions(api.operations.figures.queryOptions())

/** Queries to refetch after a decision. Reported texts are excluded, because the server logs each fetch. */
export const CHANGED_BY_DECISIONS = [
  api.operations.cases.key(),
  api.operations.case.key(),
  api.operations.caseDecisions.key(),
  api.operations.objections.key(),
  api.operations.figures.key(),
] as const
