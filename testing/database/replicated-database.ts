import { spawnSync } from 'node:child_process'
import { appendFile, chmod, chown, cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { findPaths } from '@kundig/server/platform/database/postgres-paths'

import { openSql, type Sql } from './test-database.ts'

export interface ReplicatedDatabase {
  url: string
  sql: Sql['query']
  replica: {
    url: string
    sql: Sql['query']
    /** Statements that the replica has run so far, except replication checks. */
    statements: () => Promise<string[]>
    pause: () => Promise<void>
    resume: () => Promise<void>
    /** Delays applying writes (ms). */
    delay: (ms: number) => Promise<void>
    kill: () => Promise<void>
    restart: () => Promise<void>
  }
  close: () => Promise<void>
}

/** The primary writes a commit before acknowledging it, as in production, but without a flush to disk. */
const SETTINGS = ['fsync=off']

/** Starts both databases. The replica starts from a copied data folder: there is no embedded `pg_basebackup`. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folders: string[] = []
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'kundig-replica-'))
    // PostgreSQL may run as another user, who must be able to enter the folder.
    await chmod(made, 0o755)
    folders.push(made)
    return made
  }
  const primary = await startEmbeddedPostgres({ dataDir: await folder(), settings: SETTINGS })
  await migrate(primary.url)
  const sql = await openSql(primary.url)
  const replicaFolder = await folder()
  await copyDatabase(primary, sql, replicaFolder)
  const settings = [...SETTINGS, 'log_statement=all', 'log_line_prefix=']
  const replica = await startEmbeddedPostgres({ dataDir: replicaFolder, settings })
  let ofReplica = await openSql(replica.url)
  const home = dirname(replica.location)

  return {
    url: primary.url,
    sql: sql.query,
    replica: {
      url: replica.url,
      sql: (text, values) => ofReplica.query(text, values),
      statements: async () => {
        const log = await readFile(join(home, 'postgres.log'), 'utf8')
        return log
          .split(/^(?=[A-Z]+: )/mu)
          .flatMap((entry) => /^LOG: +(?:execute [^:]*|statement): (.*)$/su.exec(entry)?.[1]?.trim() ?? [])
          .filter((text) => !/pg_(?:last_)?wal_|^(?:begin|commit|rollback)/iu.test(text))
      },
      pause: async () => void (await ofReplica.query('SELECT pg_wal_replay_pause()')),
      resume: async () => void (await ofReplica.query('SELECT pg_wal_replay_resume()')),
      delay: async (ms) => {
        await ofReplica.query(`ALTER SYSTEM SET recovery_min_apply_delay = '${ms}ms'`)
        await ofReplica.query('SELECT pg_reload_conf()')
      },
      kill: async () => {
        await ofReplica.close()
        const [pid] = (await readFile(join(replica.location, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGKILL')
        await replica.ended()
      },
      restart: async () => {
        await replica.restart()
        ofReplica = await openSql(replica.url)
      },
    },
    close: async () => {
      await ofReplica.close().catch(() => undefined)
      await sql.close()
      await replica.stop()
      await primary.stop()
      for (const made of [home, dirname(primary.location), ...folders]) await rm(made, { recursive: true, force: true })
    },
  }
}

/** Copies a running PostgreSQL into a folder, to start it as a replica. */
async function copyDatabase({ url, location }: EmbeddedPostgres, sql: Sql, folder: string): Promise<void> {
  const { home, account } = await findPaths(await realpath(folder), folder)
  const data = join(home, 'data')
  await sql.query(`SELECT pg_backup_start('replica', fast => true)`)
  // The option `-a` keeps owners and modes.
  const { status, stderr } = spawnSync('cp', ['-a', location, data], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const [backup] = await sql.query<{ labelfile: string }>(
    'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
  )
  for (const gone of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, gone), { force: true })
  await cp(join(dirname(location), 'password'), join(home, 'password'))
  const { hostname, port, username, password } = new URL(url)
  const from = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  for (const [name, text] of [
    ['backup_label', backup?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(data, name), text, { mode: 0o600 })
    if (account) await chown(join(data, name), account.uid, account.gid)
  }
}
