import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { findFreePort } from '@kundig/server/platform/http/free-port'

import { readEmbeddedUrl } from '../database/embedded-url.ts'
import { openSql, type Sql } from '../database/test-database.ts'
import { type Client, createClient } from '../people/test-client.ts'
import { type ChildServer, startChild } from './child-server.ts'

export interface EmbeddedServer extends Client {
  process: ChildServer
  dataDir: string
  location: string
  /** Process id of PostgreSQL's parent process. */
  postmaster: () => Promise<number>
  openSql: () => Promise<Sql>
  close: () => Promise<void>
}

export async function startEmbeddedServer(): Promise<EmbeddedServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kundig-embedded-'))
  // PostgreSQL may run as another user, who must be able to enter the folder.
  await chmod(dataDir, 0o755)
  const port = await findFreePort()
  const process = startChild('@kundig/server/main', {
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: '0',
    ATTEMPT_LIMIT_FACTOR: '1000',
  })
  await process.printed('Ctrl-C stops it.')
  const location = /embedded PostgreSQL in (.+)/u.exec(process.output())?.[1] ?? ''
  const client = createClient(`http://127.0.0.1:${port}`)
  const pidFile = async (): Promise<string[]> => (await readFile(join(location, 'postmaster.pid'), 'utf8')).split('\n')
  return {
    ...client,
    process,
    dataDir,
    location,
    postmaster: async () => Number((await pidFile())[0]),
    openSql: async () => openSql(await readEmbeddedUrl(location)),
    close: async () => {
      client.disconnect()
      process.signal('SIGINT')
      await process.ended
      await rm(dirname(location), { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
