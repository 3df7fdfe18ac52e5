// oxlint-disable-next-line import/no-unassigned-import -- it makes the browser's database, where there is none
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { OutboxStore } from './outbox-store.ts'
import type { Unsent } from './unsent.ts'

const ROOM = '00000000-0000-7000-8000-000000000001'

function createUnsent(content: string): Unsent {
  return { clientId: `id of ${content}`, roomId: ROOM, content, writtenAt: '2026-01-01T10:00:00.000Z', failed: null }
}

async function contents(store: OutboxStore): Promise<string[]> {
  return (await store.all()).map(({ content }) => content)
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the store of unsent messages', () => {
  it('keeps messages of several tabs in the order of writing, after the tabs have closed', async () => {
    const one = new OutboxStore('anna')
    const other = new OutboxStore('anna')
    await one.add(createUnsent('first'))
    await other.add(createUnsent('second'))
    await one.add(createUnsent('third'))
    await one.close()
    await other.close()
    const next = new OutboxStore('anna')
    expect(await contents(next)).toEqual(['first', 'second', 'third'])
    expect(next.isAtRisk).toBe(false)
  })

  it('keeps the original message of a reply', async () => {
    const replyTo = { seq: 3, sender_id: 'bram', content: 'A question' }
    const store = new OutboxStore('anna')
    await store.add({ ...createUnsent('an answer'), replyTo })
    await store.close()
    expect(await new OutboxStore('anna').all()).toEqual([{ ...createUnsent('an answer'), replyTo }])
  })

  it('hides another person’s unsent messages in the same browser', async () => {
    await new OutboxStore('anna').add(createUnsent('mine'))
    expect(await contents(new OutboxStore('bram'))).toEqual([])
  })

  it('keeps the reason for a failure, and drops removed messages', async () => {
    const store = new OutboxStore('anna')
    await store.add(createUnsent('one'))
    await store.add(createUnsent('two'))
    await store.setFailed(createUnsent('one'), 'ROOM_CLOSED')
    await store.remove('id of two')
    expect(await new OutboxStore('anna').all()).toEqual([{ ...createUnsent('one'), failed: 'ROOM_CLOSED' }])
  })

  it.each([
    ['has no database', undefined],
    [
      'refuses its database',
      {
        open: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      },
    ],
  ])('keeps messages in memory with a warning if the browser %s', async (_name, indexedDB) => {
    vi.stubGlobal('indexedDB', indexedDB)
    const store = new OutboxStore('anna')
    await store.add(createUnsent('one'))
    await store.add(createUnsent('two'))
    expect(await contents(store)).toEqual(['one', 'two'])
    expect(store.isAtRisk).toBe(true)
    await store.setFailed(createUnsent('one'), 'MESSAGE_INVALID')
    expect((await store.all())[0]).toMatchObject({ failed: 'MESSAGE_INVALID' })
    await store.remove('id of one')
    await store.remove('id of two')
    expect(store.isAtRisk).toBe(false)
  })

  it('keeps messages and their order when the disk is full', async () => {
    const store = new OutboxStore('anna')
    await store.add(createUnsent('one'))
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await store.add(createUnsent('two'))
    add.mockRestore()
    expect(await contents(store)).toEqual(['one', 'two'])
    expect(store.isAtRisk).toBe(true)
  })
})
