import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { getOrCreateClientId, forgetAskDraft, saveAskDraft, readAskDraft } from './ask-drafts.ts'

const key = toDraftKey('anna', 'room')
let made = 0
const newId = (): string => `id ${++made}`
const draft = (amount: string, description = '') => ({ amount, description })

beforeEach(() => forgetAskDraft(key))

test('keeps a draft after the panel closes, only for the same person and room', () => {
  saveAskDraft(key, draft('85', 'Review'))
  expect(readAskDraft(key)).toEqual(draft('85', 'Review'))
  expect(readAskDraft(toDraftKey('bram', 'room'))).toEqual(draft(''))
  expect(readAskDraft(toDraftKey('anna', 'other'))).toEqual(draft(''))
})

test('resends an unchanged request under the same id, even if a change was typed and undone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(fc.string()), (amount, description, typed) => {
      forgetAskDraft(key)
      const first = getOrCreateClientId(key, draft(amount, description), newId)
      for (const other of typed) saveAskDraft(key, draft(other))
      expect(getOrCreateClientId(key, draft(amount, description), newId)).toBe(first)
    }),
  )
})

test('gives a changed amount or description a new id', () => {
  const first = getOrCreateClientId(key, draft('85'), newId)
  expect(getOrCreateClientId(key, draft('86'), newId)).not.toBe(first)
  expect(getOrCreateClientId(key, draft('86', 'Review'), newId)).not.toBe(getOrCreateClientId(key, draft('86'), newId))
})

test('gives a request with the same text a new id after the first request was sent', () => {
  const first = getOrCreateClientId(key, draft('85'), newId)
  forgetAskDraft(key)
  expect(readAskDraft(key)).toEqual(draft(''))
  expect(getOrCreateClientId(key, draft('85'), newId)).not.toBe(first)
})
