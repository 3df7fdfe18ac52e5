// @module-tag slow
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

import {
  type DataFixture,
  toEmbeddedLocations,
  KEPT_SECRET,
  makeDataFolders,
} from '@kundig/testing/database/data-fixture'
import { createDatabase, dropDatabase, openSql, type Sql, TEMPLATE } from '@kundig/testing/database/test-database'

import { backUp, type DataLocations } from '../../src/backup/back-up.ts'
import { describeDrill } from '../../src/backup/drill-report.ts'
import { runDrill } from '../../src/backup/drill.ts'
import { readLastBackup } from '../../src/backup/last-backup.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { lockFolder } from '../../src/platform/database/data-lock.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { findTool } from '../../src/platform/database/postgres-tools.ts'
import { compareContents, readTableContents } from '../../src/platform/database/table-contents.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'

/** Timeout for tests that start several databases, which takes long on a busy machine. */
const SEVERAL_STARTS = { timeout: 120_000 }
const LEFT_OUT = 'LEFT OUT: a dump. This machine has no tools of PostgreSQL 18'

function hasTools(): boolean {
  try {
    return Boolean(findTool('pg_dump', 18) && findTool('pg_restore', 18))
  } catch {
    return false
  }
}

const folders = makeDataFolders()
let running: DataFixture
let whole: string
let folder: string

async function restored<T>(places: DataLocations, ask: (there: DataFixture) => Promise<T>): Promise<T> {
  const there = await folders.open(places)
  try {
    return await ask(there)
  } finally {
    await there.close()
  }
}

beforeAll(async () => {
  running = await folders.openDemo()
  await running.sql.query('CREATE TABLE pairs (made bigint GENERATED ALWAYS AS IDENTITY, pair int)')
  whole = (await backUp(running.locations, await folders.create())).folder
}, 120_000)
afterAll(async () => {
  await running.close()
  await folders.remove()
})
beforeEach(async () => {
  folder = await folders.create()
})
afterEach(async () => {
  await running.sql.query('TRUNCATE pairs')
})

const countPairs = (sql: Sql) =>
  sql.query<{ pair: number; rows: number }>('SELECT pair, count(*)::int AS rows FROM pairs GROUP BY pair')

const elsewhere = (): DataLocations => toEmbeddedLocations(join(folder, 'data'))

describe('a backup of a running Kundig', SEVERAL_STARTS, () => {
  it('contains everything committed before the backup began, and nothing of open transactions', async () => {
    const { sql, locations, url } = running
    for (let pair = 0; pair < 50; pair++)
      await sql.query('INSERT INTO pairs (pair) SELECT $1 FROM generate_series(1, 2)', [pair])
    const writing = new AbortController()
    const writers = [100_000, 200_000].map(async (first) => {
      const own = await openSql(url)
      for (let pair = first; !writing.signal.aborted; pair++) {
        await own.query('BEGIN')
        await own.query('INSERT INTO pairs (pair) VALUES ($1)', [pair])
        await own.query('INSERT INTO pairs (pair) VALUES ($1)', [pair])
        await own.query('COMMIT')
      }
      await own.close()
    })
    const { folder: backup } = await backUp(locations, folder)
    writing.abort()
    await Promise.all(writers)

    await restoreBackup(elsewhere(), backup, { isReplacing: false })
    const pairs = await restored(elsewhere(), (there) => countPairs(there.sql))
    expect(pairs.filter(({ rows }) => rows !== 2)).toEqual([])
    expect(pairs.filter(({ pair }) => pair < 50)).toHaveLength(50)
  })

  it('contains the file of each row, although rows and files are added during the backup', async () => {
    const { sql, locations, files } = running
    const [someone] = await sql.query<{ id: string }>(
      'SELECT id FROM profiles WHERE picture_version IS NOT NULL LIMIT 1',
    )
    if (!someone) throw new Error('The demo data has no picture')
    const writing = new AbortController()
    const writer = (async () => {
      for (let turn = 0; !writing.signal.aborted; turn++) {
        const content = Buffer.from(`picture ${turn}`)
        await files.put(`profile_pictures/${someone.id}`, content, 'image/webp')
        const version = createHash('sha256').update(content).digest('hex').slice(0, 32)
        await sql.query('UPDATE profiles SET picture_version = $1 WHERE id = $2', [version, someone.id])
      }
    })()
    const { folder: backup } = await backUp(locations, folder)
    writing.abort()
    await writer
    const report = await runDrill(locations, backup)
    expect(report.brokenFiles).toEqual([])
    expect(report.files).toBeGreaterThan(10)
  })

  it('restores rows, files and the session secret unchanged', async () => {
    const { manifest } = await restoreBackup(elsewhere(), whole, { isReplacing: false })
    expect(manifest.database.way).toBe('embedded')
    const report = await runDrill(elsewhere(), whole)
    expect(report).toMatchObject({ differences: [], lostFiles: 0, brokenFiles: [], unreachable: null })
    expect(report.rows).toBeGreaterThan(200)
    expect((await readFile(join(elsewhere().dataDir, 'auth-secret'), 'utf8')).trim()).toBe(KEPT_SECRET)
  })

  it('is recorded in the data folder with its path and time', async () => {
    const { folder: backup, sizeBytes } = await backUp(running.locations, folder)
    expect(await readLastBackup(running.locations.dataDir)).toMatchObject({ folder: backup, sizeBytes })
  })
})

describe('a restore drill', SEVERAL_STARTS, () => {
  it('shows what a restore would lose, table by table, and changes nothing', { tags: 'waverer' }, async () => {
    const { sql, locations, files } = running
    const { folder: backup } = await backUp(locations, folder)
    await sql.query('INSERT INTO pairs (pair) VALUES (1), (2), (2)')
    await files.put('chat_rooms/new/files/new', Buffer.from('new'), 'text/plain')
    const report = await runDrill(locations, backup)
    expect(report.differences).toEqual([{ table: 'public.pairs', rows: 0, onlyInOriginal: 3, onlyInCopy: 0 }])
    expect(report.lostFiles).toBe(1)
    expect(describeDrill(report, new Date())).toMatch(/public\.pairs +3 +0\n +stored files +1$/u)
    expect(await countPairs(sql)).toHaveLength(2)
    await files.delete('chat_rooms/new/files/new')
  })

  it('counts a changed row in both databases, and a row deleted since only in the backup', async () => {
    const { sql, locations } = running
    await sql.query('INSERT INTO pairs (pair) VALUES (1), (2), (3)')
    const { folder: backup } = await backUp(locations, folder)
    await sql.query('DELETE FROM pairs WHERE pair = 1')
    await sql.query('UPDATE pairs SET pair = 20 WHERE pair = 2')
    expect((await runDrill(locations, backup)).differences).toEqual([
      { table: 'public.pairs', rows: 3, onlyInOriginal: 1, onlyInCopy: 2 },
    ])
  })

  it('tests a backup even without current data for a comparison', async () => {
    const report = await runDrill(toEmbeddedLocations(join(folder, 'gone')), whole)
    expect(report).toMatchObject({ differences: null, brokenFiles: [] })
    expect(describeDrill(report, new Date())).toContain('Loss unknown')
  })

  it('names the files that rows reference and the backup lacks', async () => {
    const backup = join(folder, 'copy')
    await cp(whole, backup, { recursive: true })
    const path = join(backup, 'manifest.json')
    const manifest = JSON.parse(await readFile(path, 'utf8')) as { entries: { path: string }[] }
    const lacking = manifest.entries.find((entry) => entry.path.startsWith('files/profile_pictures/'))?.path ?? ''
    await writeFile(
      path,
      JSON.stringify({ ...manifest, entries: manifest.entries.filter((one) => one.path !== lacking) }),
    )
    expect((await runDrill(running.locations, backup)).brokenFiles).toEqual([lacking.slice('files/'.length)])
  })
})

describe('existing data', SEVERAL_STARTS, () => {
  it('a restore replaces existing data only with an explicit option, and keeps it in another folder', async () => {
    const places = elsewhere()
    await mkdir(places.dataDir)
    await restored(places, async ({ sql, files }) => {
      await sql.query('CREATE TABLE mine (word text)')
      await files.put('profile_pictures/mine', Buffer.from('mine'), 'image/webp')
    })
    await expect(restoreBackup(places, whole, { isReplacing: false })).rejects.toThrow(/add --replace/u)
    expect(await restored(places, ({ sql }) => sql.query("SELECT to_regclass('mine')::text AS name"))).toEqual([
      { name: 'mine' },
    ])

    const { formerFolders } = await restoreBackup(places, whole, { isReplacing: true })
    expect(await runDrill(places, whole)).toMatchObject({ differences: [], lostFiles: 0 })
    const kept = await Promise.all(formerFolders.map((one) => readdir(one)))
    expect(kept.flat().toSorted()).toEqual(['data', 'files', 'password'])
  })
})

/** Runs `npm run backup` in a shell with optional limits. */
async function command(limits: string, into: string): Promise<{ code: number | null; output: string }> {
  const file = createRequire(import.meta.url).resolve('@kundig/server/backup/backup-command')
  const child = spawn('sh', ['-c', `${limits} exec "$0" "$@"`, process.execPath, file, into], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', DATA_DIR: running.locations.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output: out + err }
}

describe('npm run backup', () => {
  it('backs up a running Kundig from another process', async () => {
    const { code, output } = await command('', folder)
    expect(output).toMatch(/^Backed up in .+ and \d+ files/u)
    expect(output.split('\n')).toHaveLength(4)
    expect(code).toBe(0)
  })

  it('reports a full disk, and leaves nothing behind', async () => {
    const before = await readLastBackup(running.locations.dataDir)
    const { code, output } = await command('ulimit -f 1000;', folder)
    expect(output).toContain('No space left')
    expect(code).toBe(1)
    expect((await readdir(folder)).filter((name) => name.startsWith('kundig-'))).toEqual([])
    expect(await readLastBackup(running.locations.dataDir)).toEqual(before)
  })

  it('removes the remains of a killed backup, and no other backup', async () => {
    await mkdir(join(folder, 'kundig-20260101T000000Z.part/files'), { recursive: true })
    await mkdir(join(folder, 'kundig-20260102T000000Z'))
    const { folder: backup } = await backUp(running.locations, folder)
    expect((await readdir(folder)).filter((name) => name.startsWith('kundig-'))).toEqual([
      'kundig-20260102T000000Z',
      backup.slice(folder.length + 1),
    ])
  })

  it('runs only once at a time for each folder', async () => {
    const unlock = lockFolder(folder)
    await expect(backUp(running.locations, folder)).rejects.toThrow(/is running/u)
    unlock()
  })

  it('reports a missing database, and does not create a database', async () => {
    await expect(backUp(toEmbeddedLocations(join(folder, 'nothing')), folder)).rejects.toThrow(/no database/u)
  })
})

describe('files in a bucket', SEVERAL_STARTS, () => {
  const login = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const files = { s3: { ...login, bucket: 'files', region: 'eu-west-1', endpoint: undefined, forcePathStyle: false } }

  it('files in a bucket are not in the backup, which contains and restores only the database', async () => {
    const { folder: backup, files: copied } = await backUp({ ...running.locations, files }, folder)
    expect(copied).toBeNull()
    await restoreBackup({ ...elsewhere(), files }, backup, { isReplacing: false })
    expect(await restored(elsewhere(), ({ sql }) => sql.query('SELECT 1 FROM profiles LIMIT 1'))).toHaveLength(1)
  })

  it('files in a bucket are not replaced by a restore of a backup with a folder of files', async () => {
    await expect(restoreBackup({ ...elsewhere(), files }, whole, { isReplacing: false })).rejects.toThrow(
      /without S3_/u,
    )
  })
})

describe('an external PostgreSQL', () => {
  const names = [`backup_from_${process.pid}`, `backup_to_${process.pid}`] as const
  let urls: string[]
  beforeAll(async () => {
    urls = [
      await createDatabase(inject('postgresUrl'), names[0], TEMPLATE),
      await createDatabase(inject('postgresUrl'), names[1]),
    ]
  })
  afterAll(async () => {
    for (const name of names) await dropDatabase(inject('postgresUrl'), name)
  })
  const placesOf = (databaseUrl = '', name = ''): DataLocations => ({
    ...toEmbeddedLocations(join(folder, name)),
    databaseUrl,
  })

  it('is backed up and restored with PostgreSQL’s tools', async ({ skip }) => {
    if (!hasTools()) skip(LEFT_OUT)
    const [from, to] = [placesOf(urls[0], 'from'), placesOf(urls[1], 'to')]
    const { folder: backup } = await backUp(from, folder)
    const compare = async () => {
      const [original, copy] = [await readTableContents(urls[0] ?? ''), await readTableContents(urls[1] ?? '')]
      const differences = await compareContents(original, copy)
      await Promise.all([original.close(), copy.close()])
      return differences
    }
    await restoreBackup(to, backup, { isReplacing: false })
    expect(await compare()).toEqual([])
    await expect(restoreBackup(to, backup, { isReplacing: false })).rejects.toThrow(/tables in the database/u)
    await restoreBackup(to, backup, { isReplacing: true })
    expect(await compare()).toEqual([])
  })

  it('is not replaced by a restore while a server is connected', async () => {
    const server = openDatabase(urls[1] ?? '', 1, createLogger('silent'))
    await server.query('SELECT 1')
    const { folder: backup } = await backUp(running.locations, folder)
    const path = join(backup, 'manifest.json')
    const database = { way: 'dump', version: '14.1' }
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), database }))
    await expect(restoreBackup(placesOf(urls[1], 'to'), backup, { isReplacing: true })).rejects.toThrow(
      /stop all its servers/u,
    )
    await server.close()
  })

  it('cannot be backed up without PostgreSQL’s tools, which the error names', () => {
    expect(() => findTool('pg_dump', 99)).toThrow(/no pg_dump of version 99 or later .*postgresql-client-99/u)
  })

  it('has no restore drill: operators restore its backup into an empty database instead', async () => {
    await expect(runDrill(placesOf(urls[1], 'to'), whole)).rejects.toThrow(/into an empty database/u)
  })

  it('cannot receive a backup of an embedded database', async () => {
    await expect(restoreBackup(placesOf(urls[1], 'to'), whole, { isReplacing: false })).rejects.toThrow(/DATABASE_URL/u)
  })
})
