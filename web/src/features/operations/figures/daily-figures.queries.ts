import { queryOptions } from '@tanstack/react-query'

import type { FigureWindow } from '@kundig/contract/operations/figure-names'

import { api } from '../../../platform/api/client.ts'

/** How often today is asked for again (ms). */
const ASKED_EVERY_MS = 60_000

/** What happened on each of the last days. */
export const dailyFiguresQuery = (days: FigureWindow) =>
  queryOptions({
    ...api.operations.dailyFigures.queryOptions({ input: { days } }),
    refetchInterval: ASKED_EVERY_MS,
  })
