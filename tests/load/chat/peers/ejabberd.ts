import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { findFreePort } from '@kundig/server/platform/http/free-port'
import { openSql } from '@kundig/testing/database/test-database'

import type { ChatUser } from '../fill-people.ts'
import { type PeerProcess, startPeerProcess } from './peer-process.ts'
import { PASSWORD } from './xmpp-system.ts'

const ERLANG = '/usr/bin/erl'
const SCHEMA = '/usr/share/ejabberd/sql/pg.sql'
/** Cache size above the number of people: with the default of 1,000, each message would query preferences. */
const CACHED = 100_000

const findLibraries = (): string | undefined => globSync('/usr/lib/*/ejabberd-*/ebin')[0]

/** True if Debian's ejabberd and its PostgreSQL driver are installed. */
export const hasEjabberd = (): boolean =>
  existsSync(ERLANG) && existsSync(SCHEMA) && findLibraries() !== undefined && findDriver()

const findDriver = (): boolean =>
  globSync(['/usr/lib/*/p1_pgsql-*/ebin', '/usr/lib/erlang/lib/p1_pgsql-*/ebin']).length > 0

/** Writes fast settings: no TLS, no rate limits, plain passwords. ejabberd stores each message once per person. */
function renderSettings(databaseUrl: string, port: number): string {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl)
  return JSON.stringify({
    loglevel: 'warning',
    hosts: ['localhost'],
    sql_type: 'pgsql',
    sql_server: hostname,
    sql_port: Number(databasePort),
    sql_database: pathname.slice(1),
    sql_username: username,
    sql_password: password,
    sql_pool_size: 10,
    default_db: 'sql',
    cache_size: CACHED,
    auth_method: 'sql',
    auth_password_format: 'plain',
    listen: [
      {
        port,
        ip: '127.0.0.1',
        module: 'ejabberd_http',
        backlog: 1024,
        request_handlers: { '/ws': 'ejabberd_http_ws' },
      },
    ],
    modules: {
      mod_mam: { default: 'always', db_type: 'sql' },
      mod_offline: {},
      mod_ping: {},
      mod_roster: {},
      mod_stream_mgmt: {},
    },
  })
}

/** @param databaseUrl URL of an empty database */
export async function startEjabberd(
  databaseUrl: string,
  folder: string,
  users: readonly ChatUser[],
): Promise<PeerProcess & { url: string }> {
  const sql = await openSql(databaseUrl)
  try {
    await sql.query(await readFile(SCHEMA, 'utf8'))
    await sql.query('INSERT INTO users (username, password) SELECT unnest($1::text[]), $2', [
      users.map(({ id }) => id),
      PASSWORD,
    ])
    await sql.query('VACUUM (ANALYZE) users')
  } finally {
    await sql.close()
  }

  const port = await findFreePort()
  const home = join(folder, 'ejabberd')
  await mkdir(home, { recursive: true })
  const settings = join(home, 'ejabberd.yml')
  // JSON settings are valid YAML.
  await writeFile(settings, renderSettings(databaseUrl, port), { mode: 0o600 })
  const limits = ['+K', 'true', '+P', '250000', '+Q', '65536']
  // Busy waiting is off, because ejabberd shares its core with PostgreSQL.
  const waits = ['+sbwt', 'none', '+sbwtdcpu', 'none', '+sbwtdio', 'none']
  const started = await startPeerProcess(
    [ERLANG, ...limits, ...waits, '-noinput', '-mnesia', 'dir', `"${join(home, 'spool')}"`, '-s', 'ejabberd'],
    {
      ERL_LIBS: dirname(dirname(findLibraries() ?? '')),
      ERL_CRASH_DUMP_BYTES: '0',
      EJABBERD_CONFIG_PATH: settings,
      EJABBERD_LOG_PATH: join(home, 'ejabberd.log'),
    },
    port,
  )
  return { ...started, url: `ws://127.0.0.1:${port}/ws` }
}
