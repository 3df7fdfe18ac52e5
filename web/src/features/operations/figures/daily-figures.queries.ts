import { queryOptions } from '@tanstack/react-query'

import type { FigureWindow } from '@kundig/contract/operations/figure-names'

import { api } from '../../../platform/api/client.ts'

const REFETCH_MS = 60_000

export const dailyFiguresQuery = (days: FigureWindow) =>
  queryOptions({
    ...api.operations.dailyFigures.queryOptions({ input: { days } }),
    refetchInterval: REFETCH_MS,
  })
