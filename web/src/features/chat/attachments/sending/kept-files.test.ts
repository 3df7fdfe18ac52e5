// oxlint-disable-next-line import/no-unassigned-import -- it makes the browser's database, where there is none
import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'

import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFiles, createQueue, sendFiles } from './fake-attachment-queue.ts'
import { KEPT_AGE_MAX_MS, KEPT_BYTES_MAX, type KeptFile, KeptFiles } from './kept-files.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const EARLIER = new Date(Date.now() - 120_000).toISOString()
const LATER = new Date(Date.now() - 60_000).toISOString()

const createFile = (name: string, rest: Partial<KeptFile> = {}): KeptFile => ({
  id: `id of ${name}`,
  clientId: `client id of ${name}`,
  roomId: 'room',
  name,
  body: new Blob([`content of ${name}`], { type: 'application/pdf' }),
  thumbnail: null,
  sentAt: EARLIER,
  place: 0,
  ...rest,
})

/** Creates a blob that reports a size without containing that many bytes. */
function createLarge(size: number): Blob {
  const body = new Blob(['x'])
  Object.defineProperty(body, 'size', { value: size })
  return body
}

function openTab(userId: string) {
  const found: KeptFile[] = []
  const files = new KeptFiles(userId, (added) => found.push(...added))
  onTestFinished(() => files.close())
  return { files, found, names: () => found.map(({ name }) => name) }
}

/** Delay after which another tab would certainly have taken over the file (ms). */
const LONG_MS = 100

describe('kept files', () => {
  it('are found complete and in order after their tab has closed', async () => {
    const first = openTab('anna')
    const thumbnail = new Blob(['small'], { type: 'image/jpeg' })
    await first.files.add(createFile('third', { sentAt: LATER }))
    await first.files.add(createFile('second', { place: 1, failed: { code: null } }))
    await first.files.add(createFile('first', { thumbnail }))
    await first.files.close()
    const next = openTab('anna')
    await expect.poll(next.names).toEqual(['first', 'second', 'third'])
    const [file, cancelled] = next.found
    expect(file).toMatchObject({ clientId: 'client id of first', roomId: 'room', place: 0 })
    expect(await file?.body.text()).toBe('content of first')
    expect(file?.body.type).toBe('application/pdf')
    expect(await file?.thumbnail?.text()).toBe('small')
    expect(cancelled?.failed).toEqual({ code: null })
  })

  it('move to another tab only after their own tab has closed', async () => {
    const other = openTab('anna')
    const first = openTab('anna')
    await first.files.add(createFile('one'))
    await first.files.add(createFile('two'))
    const third = openTab('anna')
    await sleep(LONG_MS)
    expect([...other.names(), ...third.names()]).toEqual([])
    await first.files.close()
    await expect.poll(() => [...other.names(), ...third.names()]).toEqual(['one', 'two'])
    await sleep(LONG_MS)
    const [owner, last] = other.found.length > 0 ? [other, third] : [third, other]
    expect(owner.names()).toEqual(['one', 'two'])
    await owner.files.remove('id of one')
    await owner.files.close()
    await expect.poll(last.names).toEqual(['two'])
  })

  it('disappear once their tab has removed them', async () => {
    const first = openTab('anna')
    void first.files.add(createFile('sent'))
    void first.files.add(createFile('unsent'))
    await first.files.remove('id of sent')
    await first.files.change('id of unsent', { clientId: 'another', failed: { code: 'NETWORK' } })
    await first.files.change('id of sent', { failed: { code: 'NETWORK' } })
    await first.files.close()
    const next = openTab('anna')
    await expect.poll(next.names).toEqual(['unsent'])
    expect(next.found[0]).toMatchObject({ clientId: 'another', failed: { code: 'NETWORK' } })
  })

  it('are deleted 30 days after Send', async () => {
    const first = openTab('anna')
    const toTime = (age: number): string => new Date(Date.now() - age).toISOString()
    await first.files.add(createFile('old', { sentAt: toTime(KEPT_AGE_MAX_MS + 1000) }))
    await first.files.add(createFile('young', { sentAt: toTime(KEPT_AGE_MAX_MS - 60_000) }))
    await first.files.close()
    const next = openTab('anna')
    await expect.poll(next.names).toEqual(['young'])
    await next.files.close()
    const database = await openDB('kundig-files-anna')
    onTestFinished(() => database.close())
    expect(await database.getAllKeys('files')).toEqual(['id of young'])
  })

  it('are not shown to another person in the same browser', async () => {
    const first = openTab('anna')
    await first.files.add(createFile('mine'))
    await first.files.close()
    const other = openTab('bram')
    await sleep(LONG_MS)
    expect(other.names()).toEqual([])
  })

  it('are refused beyond a total of 50 MB in all tabs', async () => {
    const [first, other] = [openTab('anna'), openTab('anna')]
    vi.stubGlobal('structuredClone', (value: unknown) => value)
    const half = KEPT_BYTES_MAX / 2
    expect(await first.files.add(createFile('half', { body: createLarge(half) }))).toBe(true)
    expect(await other.files.add(createFile('large', { body: createLarge(half + 1) }))).toBe(false)
    expect(await other.files.add(createFile('rest', { body: createLarge(half) }))).toBe(true)
    expect(await first.files.add(createFile('more', { body: createLarge(1) }))).toBe(false)
    await other.files.remove('id of rest')
    expect(await first.files.add(createFile('more', { body: createLarge(1) }))).toBe(true)
  })

  it('are refused if the browser has no database, or the disk is full', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    expect(await openTab('anna').files.add(createFile('one'))).toBe(false)
    vi.stubGlobal('indexedDB', undefined)
    expect(await openTab('anna').files.add(createFile('one'))).toBe(false)
  })

  it('are found at the next visit in a browser without locks', async () => {
    const first = openTab('anna')
    await first.files.add(createFile('one'))
    vi.stubGlobal('navigator', {})
    const next = openTab('anna')
    await expect.poll(next.names).toEqual(['one'])
  })
})

it('a file is sent by one of two tabs, and by the other tab after that tab has ended', async () => {
  function openQueue() {
    const kept = new KeptFiles('anna', (files) => tab.queue.adopt(files))
    const tab = createQueue({ kept })
    onTestFinished(() => kept.close())
    return { ...tab, kept }
  }
  const [first, other] = [openQueue(), openQueue()]
  sendFiles(first.queue, createFiles('1.pdf', '2.pdf'))
  await expect.poll(() => first.queue.attachments.get().every(({ isKept }) => isKept)).toBe(true)
  first.at(0).arrive()
  await expect.poll(() => first.sendings).toHaveLength(2)
  await sleep(LONG_MS)
  expect(other.queue.attachments.get()).toEqual([])
  first.queue.close()
  await first.kept.close()
  await expect.poll(() => other.sendings.map(({ clientId }) => clientId)).toEqual(['id 2'])
  other.at(0).arrive()
  await expect.poll(() => other.stored).toEqual(['id 2'])
  const next = openTab('anna')
  await sleep(LONG_MS)
  expect(next.names()).toEqual([])
})
