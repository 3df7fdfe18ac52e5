import { z } from 'zod'

import type { MetricsAddress } from '../platform/metrics/metrics-server.ts'

export const METRICS_SETTINGS = {
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe('separate port for Prometheus, with figures at /metrics; not served when unset'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('address to serve /metrics on; it asks for no login, so use a private network'),
}

export function findMetricsProblems(set: Record<string, string | undefined>): string[] {
  const { METRICS_PORT: port, METRICS_HOST: host, PORT: ownPort = '3000' } = set
  if (port === undefined) return host === undefined ? [] : ['METRICS_PORT: required with METRICS_HOST']
  return Number(port) === Number(ownPort) ? ['METRICS_PORT: must be another port than PORT'] : []
}

export function readMetricsAddress(env: {
  METRICS_PORT?: number | undefined
  METRICS_HOST: string
}): MetricsAddress | null {
  return env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT }
}
