import { Client, type QueryResultRow } from 'pg'

import { toFileKey } from '../features/chat/files/file-address.ts'
import { toPictureKey } from '../features/profiles/pictures/picture-address.ts'

export interface DatabaseState {
  version: string
  major: number
  sizeBytes: number
  /** Last migration that ran; null in a database without Kundig's tables. */
  migration: string | null
  tables: number
  connections: number
}

export interface FileReference {
  key: string
  /** Prefix of the file's SHA-256, in hexadecimal. */
  hash: string
  /** False for a picture, whose row may be outdated until the next read corrects the row. */
  isFixed: boolean
}

async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'kundig-backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function readDatabaseState(url: string): Promise<DatabaseState> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<Omit<DatabaseState, 'migration'> & { has_migrations: boolean }>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
         current_setting('server_version_num')::int / 10000 AS major,
         pg_database_size(current_database())::float8 AS "sizeBytes",
         to_regclass('public.migrations') IS NOT NULL AS has_migrations,
         (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema') AS tables,
         (SELECT count(*)::int FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'kundig') AS connections`,
    )
    const [state] = rows
    if (!state) throw new Error('no row with the database state')
    const { has_migrations: hasMigrations, ...rest } = state
    const ran = hasMigrations
      ? await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name DESC LIMIT 1')
      : undefined
    return { ...rest, migration: ran?.rows[0]?.name ?? null }
  })
}

export function emptyDatabase(url: string): Promise<void> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(nspname) AS name FROM pg_namespace
       WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'`,
    )
    const drops = rows.map(({ name }) => `DROP SCHEMA ${name} CASCADE;`)
    await client.query(`BEGIN; ${drops.join(' ')} CREATE SCHEMA public; COMMIT`)
  })
}

export async function findFileReferences(
  query: <Row extends QueryResultRow>(text: string) => Promise<Row[]>,
): Promise<readonly FileReference[]> {
  const pictures = await query<{ id: string; version: string }>(
    'SELECT id, picture_version AS version FROM profiles WHERE picture_version IS NOT NULL',
  )
  const files = await query<{ room: string; name: string; hash: string }>(
    'SELECT room_id AS room, stored_name AS name, content_hash AS hash FROM chat_files',
  )
  return [
    ...pictures.map(({ id, version }) => ({ key: toPictureKey(id), hash: version, isFixed: false })),
    ...files.map(({ room, name, hash }) => ({ key: toFileKey(room, name), hash, isFixed: true })),
  ]
}

/** Records an external backup, unless a later backup is already recorded. */
export function recordExternalBackup(url: string, endedAt: Date, sizeBytes: number | null): Promise<void> {
  return withConnection(url, async (client) => {
    await client.query(
      `INSERT INTO told_backups AS b (ended_at, size_bytes) VALUES ($1, $2)
       ON CONFLICT (only_row) DO UPDATE
         SET ended_at = excluded.ended_at, size_bytes = excluded.size_bytes, told_at = now()
         WHERE b.ended_at <= excluded.ended_at`,
      [endedAt, sizeBytes],
    )
  })
}
