import { findFreePort } from '@kundig/server/platform/http/free-port'

import { type Client, createClient } from '../people/test-client.ts'
import { type ChildServer, startChild } from './child-server.ts'

/** A server process with a client. It keeps its port across restarts. */
export interface ServerChild extends Client {
  process: ChildServer
  start: () => Promise<void>
  kill: () => Promise<void>
}

/** Starts a server without pages on a free port, with high limits. @param options `--simulator` for payments */
export async function startServerChild(
  settings: Record<string, string>,
  options: readonly '--simulator'[] = [],
): Promise<ServerChild> {
  const port = await findFreePort()
  const start = async (): Promise<ChildServer> => {
    const child = startChild(
      '@kundig/testing/server/server-process',
      { ATTEMPT_LIMIT_FACTOR: '1000', LOG_LEVEL: 'error', PORT: String(port), ...settings },
      options,
    )
    await child.printed('ready')
    return child
  }
  const server: ServerChild = {
    ...createClient(`http://127.0.0.1:${port}`),
    process: await start(),
    start: async () => {
      server.process = await start()
    },
    kill: async () => {
      server.process.signal('SIGKILL')
      await server.process.ended
    },
  }
  return server
}
