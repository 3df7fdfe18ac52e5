import { cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type DataFixture, toEmbeddedLocations, makeDataFolders } from '@kundig/testing/database/data-fixture'

import { backUp, type DataLocations } from '../../src/backup/back-up.ts'
import { restoreBackup } from '../../src/backup/restore.ts'

const folders = makeDataFolders()
let running: DataFixture
let whole: string
let folder: string
beforeAll(async () => {
  running = await folders.openDemo()
  whole = (await backUp(running.locations, await folders.create())).folder
}, 120_000)
afterAll(async () => {
  await running.close()
  await folders.remove()
})
beforeEach(async () => {
  folder = await folders.create()
})

async function copyOfWhole(): Promise<string> {
  const copy = join(folder, 'copy')
  await cp(whole, copy, { recursive: true })
  return copy
}

const elsewhere = (): DataLocations => toEmbeddedLocations(join(folder, 'data'))

describe('a restore changes nothing and is refused', () => {
  async function refusal(backup: string, places = elsewhere()): Promise<string> {
    const outcome: unknown = await restoreBackup(places, backup, { isReplacing: false }).catch(
      (error: unknown) => error,
    )
    if (!(outcome instanceof Error)) throw new Error('It was restored')
    const left = await readdir(elsewhere().dataDir, { recursive: true }).catch(() => [])
    const changed = left.filter((path) => /files|secret|PG_VERSION/u.test(path))
    return changed.length === 0 ? outcome.message : `It left ${changed.join(', ')}`
  }

  async function copyThatSays(change: object): Promise<string> {
    const backup = await copyOfWhole()
    const path = join(backup, 'manifest.json')
    await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }))
    return backup
  }

  it('if the backup is truncated', async () => {
    const backup = await copyOfWhole()
    await rm(join(backup, 'manifest.json'))
    expect(await refusal(backup)).toContain('not a complete backup')
  })

  it('if the backup’s database is damaged', async () => {
    const backup = await copyOfWhole()
    await truncate(join(backup, 'database.tar.gz'), 100_000)
    expect(await refusal(backup)).toContain('database.tar.gz has changed')
  })

  it('if a file of the backup is missing or different', async () => {
    const backup = await copyOfWhole()
    const [name = ''] = await readdir(join(backup, 'files/profile_pictures'))
    const path = join(backup, 'files/profile_pictures', name)
    const content = await readFile(path)
    content[0] = (content[0] ?? 0) ^ 1
    await writeFile(path, content)
    expect(await refusal(backup)).toContain(`${name} has changed`)
    await rm(path)
    expect(await refusal(backup)).toContain(`${name} is missing`)
  })

  it.each([
    ['a later database', { migration: '9999_later' }],
    ['a later form', { format: 2, entries: 'others' }],
  ])('if the backup is of a later release: %s', async (_, change) => {
    expect(await refusal(await copyThatSays(change))).toContain('later release')
  })

  it('if the manifest has a path outside the backup’s folder', async () => {
    const entries = [{ path: 'files/../../../etc/passwd', size: 1, sha256: '0'.repeat(64) }]
    expect(await refusal(await copyThatSays({ entries }))).toContain('damaged')
  })

  it('if the embedded database is of another kind of machine', async () => {
    const database = { way: 'embedded', version: '17.2', machine: 'linux-x64' }
    expect(await refusal(await copyThatSays({ database }))).toContain('PostgreSQL 17')
  })

  it('while Kundig is running', async () => {
    expect(await refusal(whole, running.locations)).toContain('Kundig is already running')
  })
})
