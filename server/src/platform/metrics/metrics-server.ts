import { createServer } from 'node:http'

import { describeError, type Logger } from '../logging/logger.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsAddress {
  host: string
  port: number
}

/** Serves `GET /metrics` on a separate port, unreachable by the site's public address. Throws EADDRINUSE. */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  metrics: Pick<Metrics, 'read'>,
  logger: Logger,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ contentType, text }) => {
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text)
      },
      (error: unknown) => {
        logger.warn({ reason: describeError(error) }, 'reading metrics failed')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
}
