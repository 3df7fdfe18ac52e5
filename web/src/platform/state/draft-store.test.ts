import { afterEach, expect, test, vi } from 'vitest'

import { DraftStore, toDraftKey, forgetDrafts, StoredDraftStore, TabDraftStore } from './draft-store.ts'

afterEach(() => void vi.unstubAllGlobals())

function stubStorage(storage: Record<string, string> | null, name = 'localStorage'): void {
  if (storage === null) {
    vi.stubGlobal(name, {
      getItem: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
      setItem: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
      removeItem: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
    return
  }
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  }
  for (const [method, value] of Object.entries(methods))
    Object.defineProperty(storage, method, { value, configurable: true, writable: true })
  vi.stubGlobal(name, storage)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const STORES = [
  ['in memory', () => new DraftStore<string>(), null, null],
  ['in local storage', () => new StoredDraftStore(), {}, null],
  ['in blocked local storage', () => new StoredDraftStore(), null, null],
  ['in the tab', () => new TabDraftStore(isText), null, {}],
  ['in a tab whose storage is blocked', () => new TabDraftStore(isText), null, null],
] as const

test.each(STORES)(
  'a draft %s is stored for one person and subject until it is deleted',
  (_where, open, storage, ofTab) => {
    stubStorage(storage && { ...storage })
    stubStorage(ofTab && { ...ofTab }, 'sessionStorage')
    const drafts = open()
    drafts.save(toDraftKey('anna', 'room'), 'Good morning')
    expect(drafts.read(toDraftKey('anna', 'room'))).toBe('Good morning')
    expect(drafts.read(toDraftKey('bram', 'room'))).toBeUndefined()
    expect(drafts.read(toDraftKey('anna', 'other'))).toBeUndefined()
    drafts.forget(toDraftKey('anna', 'room'))
    expect(drafts.read(toDraftKey('anna', 'room'))).toBeUndefined()
  },
)

test.each(STORES)('a log-out deletes only the person’s own drafts %s', (_where, open, storage, ofTab) => {
  stubStorage(storage && { ...storage })
  stubStorage(ofTab && { ...ofTab }, 'sessionStorage')
  const drafts = open()
  const keys = [
    toDraftKey('anna', 'one'),
    toDraftKey('anna', 'two'),
    toDraftKey('annabel', 'one'),
    toDraftKey('bram', 'one'),
  ]
  for (const key of keys) drafts.save(key, 'begun')
  forgetDrafts('anna')
  expect(keys.map((key) => drafts.read(key))).toEqual([undefined, undefined, 'begun', 'begun'])
})

test('finds a draft from an earlier visit, and deletes the draft at log-out', () => {
  const key = toDraftKey('anna', 'room')
  const storage = { [key]: 'from before', language: 'nl' }
  stubStorage(storage)
  const drafts = new StoredDraftStore()
  expect(drafts.read(key)).toBe('from before')
  forgetDrafts('anna')
  expect(drafts.read(key)).toBeUndefined()
  expect(storage).toEqual({ language: 'nl' })
})

test('replaces a draft in one step, so that another tab never reads an empty draft', () => {
  const storage: Record<string, string> = {}
  stubStorage(storage)
  const removed = vi.spyOn(localStorage, 'removeItem')
  const drafts = new StoredDraftStore()
  for (const text of ['G', 'Go', 'Good']) drafts.save(toDraftKey('anna', 'room'), text)
  expect(storage[toDraftKey('anna', 'room')]).toBe('Good')
  expect(removed).not.toHaveBeenCalled()
})

test('reads the latest draft, not the stored one, when the storage is full', () => {
  const storage: Record<string, string> = {}
  stubStorage(storage)
  const drafts = new StoredDraftStore()
  drafts.save(toDraftKey('anna', 'room'), 'Good')
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  drafts.save(toDraftKey('anna', 'room'), 'Good morning')
  expect(drafts.read(toDraftKey('anna', 'room'))).toBe('Good morning')
})

test('a tab’s draft survives a reload, and the value of another release is ignored', () => {
  const storage: Record<string, string> = {}
  stubStorage(storage, 'sessionStorage')
  const key = toDraftKey('anna', 'bram')
  new TabDraftStore(isText).save(key, 'Dear Bram')
  expect(new TabDraftStore(isText).read(key)).toBe('Dear Bram')
  for (const other of ['{"text":"Dear Bram"}', 'Dear']) {
    storage[key] = other
    expect(new TabDraftStore(isText).read(key)).toBeUndefined()
  }
  storage[key] = '"Dear Bram"'
  forgetDrafts('anna')
  expect(storage).toEqual({})
})
