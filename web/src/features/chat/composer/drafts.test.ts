import { expect, test } from 'vitest'

import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { restoreDraft, roomDrafts } from './drafts.ts'

test('restores a text that could not be stored for sending', () => {
  roomDrafts.save(toDraftKey('anna', 'room 1'), 'Good morning')
  expect(restoreDraft(toDraftKey('anna', 'room 1'), 'Good morning')).toBe('Good morning')
  expect(roomDrafts.read(toDraftKey('anna', 'room 1'))).toBe('Good morning')
})

test('restores it after the field was emptied', () => {
  expect(restoreDraft(toDraftKey('anna', 'room 2'), 'Good morning')).toBe('Good morning')
  expect(roomDrafts.read(toDraftKey('anna', 'room 2'))).toBe('Good morning')
})

test('puts it before a draft that was written since', () => {
  roomDrafts.save(toDraftKey('anna', 'room 3'), 'And how')
  expect(restoreDraft(toDraftKey('anna', 'room 3'), 'Good morning')).toBe('Good morning\nAnd how')
  expect(roomDrafts.read(toDraftKey('anna', 'room 3'))).toBe('Good morning\nAnd how')
})
