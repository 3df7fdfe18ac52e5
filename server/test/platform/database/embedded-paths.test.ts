import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { choosePaths } from '../../../src/platform/database/postgres-paths.ts'

/** Unprivileged user and group, without access to the folder. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }
const BINARIES = { native: '/nowhere', version: '0' }

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kundig-places-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

it('an existing but unusable database is reported at the start and not changed', async () => {
  const version = join(dataDir, 'postgres', 'data', 'PG_VERSION')
  await mkdir(join(dataDir, 'postgres', 'data'), { recursive: true })
  await writeFile(version, '18\n')
  await chmod(join(dataDir, 'postgres'), 0o700)
  await expect(choosePaths(dataDir, BINARIES, UNPRIVILEGED)).rejects.toThrow('belongs to another user')
  expect(existsSync(version)).toBe(true)
})
