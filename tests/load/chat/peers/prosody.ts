import { existsSync, globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFreePort } from '@kundig/server/platform/http/free-port'
import { openSql } from '@kundig/testing/database/test-database'

import type { ChatUser } from '../fill-people.ts'
import { type PeerProcess, startPeerProcess } from './peer-process.ts'
import { createXmppSystem, PASSWORD } from './xmpp-system.ts'

const PROSODY = '/usr/bin/prosody'
/** Cache size above the number of people: otherwise each new message would count messages in the database. */
const CACHED = 100_000

/** True if Debian's prosody and its PostgreSQL driver are installed. */
export const hasProsody = (): boolean =>
  existsSync(PROSODY) && globSync('/usr/lib/*/lua/*/dbd/postgresql.so').length > 0

/**
 * Writes fast settings: no TLS, no rate limits, plain passwords. prosody stores each message once per person, and no
 * setting avoids the query for preferences before each message.
 */
function renderSettings(databaseUrl: string, port: number, home: string): string {
  const { hostname, port: databasePort, pathname, username, password } = new URL(databaseUrl)
  return `
run_as_root = true
data_path = "${home}"
interfaces = { "127.0.0.1" }
c2s_ports = {}
s2s_ports = {}
http_ports = { ${port} }
https_ports = {}
modules_enabled = { "roster", "saslauth", "mam", "smacks", "websocket", "ping" }
modules_disabled = { "s2s", "tls" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
consider_websocket_secure = true
authentication = "internal_plain"
storage = "sql"
sql = {
  driver = "PostgreSQL", host = "${hostname}", port = ${databasePort},
  database = "${pathname.slice(1)}", username = "${username}", password = "${password}",
}
storage_archive_item_limit_cache_size = ${CACHED}
default_archive_policy = true
archive_expires_after = "never"
log = { warn = "*console" }
VirtualHost "localhost"
`
}

/** @param databaseUrl URL of an empty database */
export async function startProsody(
  databaseUrl: string,
  folder: string,
  users: readonly ChatUser[],
): Promise<PeerProcess & { url: string }> {
  const port = await findFreePort()
  const home = join(folder, 'prosody')
  await mkdir(home, { recursive: true })
  const settings = join(home, 'prosody.cfg.lua')
  await writeFile(settings, renderSettings(databaseUrl, port, home), { mode: 0o600 })
  const started = await startPeerProcess([PROSODY, '-F', '--config', settings], {}, port)
  const url = `ws://127.0.0.1:${port}/xmpp-websocket`
  try {
    await addAccounts(databaseUrl, url, users)
  } catch (error) {
    await started.stop()
    throw error
  }
  return { ...started, url }
}

async function addAccounts(databaseUrl: string, url: string, users: readonly ChatUser[]): Promise<void> {
  // prosody creates its tables at the first login, which fails without accounts.
  for (const user of users.slice(0, 1)) {
    await createXmppSystem('prosody', url, users)
      .open(user)
      .catch(() => undefined)
  }
  const sql = await openSql(databaseUrl)
  try {
    await sql.query(
      `INSERT INTO prosody (host, "user", store, key, type, value)
       SELECT 'localhost', unnest($1::text[]), 'accounts', 'password', 'string', $2`,
      [users.map(({ id }) => id), PASSWORD],
    )
    await sql.query('VACUUM (ANALYZE) prosody')
  } finally {
    await sql.close()
  }
}
