import { queryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** What was decided about whoever a case is about. */
export const decisionsQuery = (caseId: string) =>
  queryOptions(api.operations.caseDecisions.queryOptions({ input: { case_id: caseId } }))

/** Decisions to which somebody objected, and that nobody has answered. */
export const objectionsQuery = queryOptions(api.operations.objections.queryOptions())

/** How work goes. */
export const figuresQuery = queryOptions(api.operations.figures.queryOptions())

/** Everything that another decision can change, but for what people wrote: that is fetched once for each look. */
export const CHANGED_BY_DECISIONS = [
  api.operations.cases.key(),
  api.operations.case.key(),
  api.operations.caseDecisions.key(),
  api.operations.objections.key(),
  api.operations.figures.key(),
] as const
