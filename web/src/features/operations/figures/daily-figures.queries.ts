import { queryOptions } from '@tanstack/react-query'

import type { FigureWindow } from '@kundig/contract/operations/figure-names'

import { api } from '../../../platform/api/client.ts'

/** Refetch interval (ms). */
const ASKED_EVERY_MS = 60_000

export const dailyFiguresQuery = (days: FigureWindow) =>
  queryOptions({
    ...api.operations.dailyFigures.queryOptions({ input: { days } }),
    refetchInterval: ASKED_EVERY_MS,
  })
