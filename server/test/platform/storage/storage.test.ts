import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startS3, type TestS3 } from '@kundig/testing/files/test-s3'

import { findFreePort } from '../../../src/platform/http/free-port.ts'
import type { FileStorage, ListedFile } from '../../../src/platform/storage/file-storage.ts'
import { openFileStorage } from '../../../src/platform/storage/open-file-storage.ts'

const TYPE = 'application/octet-stream'
let folder: string
let s3: TestS3
let storages: Record<'a folder' | 'S3', FileStorage>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kundig-storage-'))
  s3 = await startS3()
  storages = { 'a folder': await openFileStorage({ folder }), S3: await openFileStorage({ s3: s3.settings }) }
})
afterAll(async () => {
  for (const storage of Object.values(storages)) storage.close()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const bytes = (length: number, seed = 1): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 31 + seed) % 251))

async function contentOf(storage: FileStorage, key: string): Promise<Buffer | null> {
  const file = await storage.get(key)
  return file && buffer(file.stream)
}

describe.each(['a folder', 'S3'] as const)('files in %s', (where) => {
  // spec 1.22
  it('are read back unchanged', async () => {
    const storage = storages[where]
    const key = `chat_rooms/${randomUUID()}/files/1700000000000_Verslag (één) 報告.pdf`
    await storage.put(key, bytes(100_000), TYPE)
    const file = await storage.get(key)
    expect(file?.sizeBytes).toBe(100_000)
    expect(file && (await buffer(file.stream)).equals(bytes(100_000))).toBe(true)
  })

  it('are all listed, with their sizes', async () => {
    const storage = storages[where]
    const keys = Array.from({ length: 5 }, (_, at) => `listed/${at % 2}/één ${at}`)
    for (const key of keys) await storage.put(key, bytes(10), TYPE)
    const listed: ListedFile[] = []
    for await (const file of storage.list()) listed.push(file)
    expect(
      listed.filter(({ key }) => key.startsWith('listed/')).toSorted((a, b) => a.key.localeCompare(b.key)),
    ).toEqual(keys.toSorted((a, b) => a.localeCompare(b)).map((key) => ({ key, sizeBytes: 10 })))
    expect(listed.filter(({ key }) => key.startsWith('.'))).toEqual([])
  })

  it('can be streamed in', async () => {
    const storage = storages[where]
    const parts = [bytes(70_000, 1), bytes(70_000, 2)]
    await storage.put('streamed/file', Readable.from(parts), TYPE)
    expect((await contentOf(storage, 'streamed/file'))?.equals(Buffer.concat(parts))).toBe(true)
  })

  it('can be read in parts', async () => {
    const storage = storages[where]
    await storage.put('ranges/file', bytes(1000), TYPE)
    const part = async (first: number, last: number): Promise<Buffer | null> => {
      const file = await storage.get('ranges/file', { first, last })
      expect(file?.sizeBytes).toBe(1000)
      return file && buffer(file.stream)
    }
    expect(await part(0, 9)).toEqual(bytes(1000).subarray(0, 10))
    expect(await part(100, 199)).toEqual(bytes(1000).subarray(100, 200))
    expect(await part(990, 5000)).toEqual(bytes(1000).subarray(990))
    await expect(storage.get('ranges/file', { first: 1000, last: 1001 })).rejects.toThrow(RangeError)
  })

  it('are replaced by new files, and are missing after a deletion', async () => {
    const storage = storages[where]
    await storage.put('one/file', bytes(50, 1), TYPE)
    await storage.put('one/file', bytes(20, 2), TYPE)
    expect(await contentOf(storage, 'one/file')).toEqual(bytes(20, 2))
    await storage.delete('one/file')
    expect(await storage.get('one/file')).toBe(null)
    await storage.delete('one/file')
  })

  it.each([
    '../outside',
    'a/../../outside',
    '/etc/passwd',
    'a//b',
    'a/./b',
    '.incoming/x',
    'a\\..\\b',
    'C:x',
    'a/b\0',
    'a/b\r\nx-header: 1',
    '',
    `a/${'x'.repeat(256)}`,
    '\ud800',
  ])('are neither stored nor found under %j', async (key) => {
    const storage = storages[where]
    await expect(storage.put(key, bytes(1), TYPE)).rejects.toThrow('unsafe storage key')
    await expect((async () => storage.get(key))()).rejects.toThrow('unsafe storage key')
    await expect((async () => storage.delete(key))()).rejects.toThrow('unsafe storage key')
  })

  it('keep the old content when storing new content fails', async () => {
    const storage = storages[where]
    await storage.put('kept/file', bytes(10), TYPE)
    const breaking = Readable.from(
      (async function* () {
        yield bytes(5, 2)
        throw new Error('The sender went away')
      })(),
    )
    await expect(storage.put('kept/file', breaking, TYPE)).rejects.toThrow('The sender went away')
    expect(await contentOf(storage, 'kept/file')).toEqual(bytes(10))
  })
})

describe('a folder of files', () => {
  it('shows only complete files during a replacement', async () => {
    const storage = storages['a folder']
    const versions = [bytes(200_000, 1), bytes(200_000, 2)]
    await storage.put('raced/file', versions[0] ?? bytes(0), TYPE)
    const writing = new AbortController()
    const reader = (async () => {
      let reads = 0
      while (!writing.signal.aborted) {
        const content = await contentOf(storage, 'raced/file')
        expect(versions.some((version) => content?.equals(version))).toBe(true)
        reads += 1
      }
      return reads
    })()
    for (let turn = 1; turn <= 20; turn += 1) await storage.put('raced/file', versions[turn % 2] ?? bytes(0), TYPE)
    writing.abort()
    expect(await reader).toBeGreaterThan(0)
  })

  it('contains only the files, also after failures', async () => {
    expect(await readdir(join(folder, '.incoming'))).toEqual([])
  })

  it('follows no symbolic link, for reading or writing', async () => {
    const outside = join(folder, '..', `outside-${randomUUID()}`)
    await writeFile(outside, 'secret')
    await mkdir(join(folder, 'links'))
    await symlink(outside, join(folder, 'links', 'file'))
    await expect(storages['a folder'].get('links/file')).rejects.toThrow('ELOOP')
    await storages['a folder'].put('links/file', bytes(3), TYPE)
    expect(await readFile(outside, 'utf8')).toBe('secret')
    await rm(outside)
  })

  it('loses partial files of a killed server, but not those of another running server', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kundig-storage-'))
    await mkdir(join(dir, '.incoming'))
    for (const name of ['old', 'new']) await writeFile(join(dir, '.incoming', name), '')
    const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
    await utimes(join(dir, '.incoming', 'old'), hoursAgo, hoursAgo)
    await openFileStorage({ folder: dir })
    expect(await readdir(join(dir, '.incoming'))).toEqual(['new'])
    await rm(dir, { recursive: true })
  })
})

describe('S3 storage', () => {
  it('stores the type of a file', async () => {
    await storages.S3.put('typed/file', bytes(1), 'image/webp')
    expect(s3.toType('typed/file')).toBe('image/webp')
  })

  it('an unreachable S3 storage fails within seconds, but not as a missing file', async () => {
    const away = await openFileStorage({
      s3: { ...s3.settings, endpoint: `http://127.0.0.1:${await findFreePort()}` },
    })
    await expect(away.put('a/b', bytes(1), TYPE)).rejects.toThrow('ECONNREFUSED')
    await expect(away.get('a/b')).rejects.toThrow('ECONNREFUSED')
    away.close()
  })

  it('S3 storage with invalid credentials does not report a missing file', async () => {
    const wrong = await openFileStorage({ s3: { ...s3.settings, accessKeyId: 'UNKNOWN' } })
    await expect(wrong.put('a/b', bytes(1), TYPE)).rejects.toThrow('does not exist in our records')
    await expect(wrong.get('streamed/file')).rejects.toThrow('does not exist in our records')
    wrong.close()
  })

  it('S3 storage without its bucket does not report a missing file', async () => {
    const wrong = await openFileStorage({ s3: { ...s3.settings, bucket: 'no-such-bucket' } })
    await expect(wrong.get('a/b')).rejects.toThrow('bucket does not exist')
    wrong.close()
  })
})
