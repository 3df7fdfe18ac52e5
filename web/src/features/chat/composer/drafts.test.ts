import { expect, test } from 'vitest'

import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { restoreDraft, roomDrafts } from './drafts.ts'

test('restores a text as the draft when the text could not be stored for sending', () => {
  roomDrafts.save(toDraftKey('anna', 'room 1'), 'Good morning')
  expect(restoreDraft(toDraftKey('anna', 'room 1'), 'Good morning')).toBe('Good morning')
  expect(roomDrafts.read(toDraftKey('anna', 'room 1'))).toBe('Good morning')
})

test('restores a text as the draft after the field was emptied', () => {
  expect(restoreDraft(toDraftKey('anna', 'room 2'), 'Good morning')).toBe('Good morning')
  expect(roomDrafts.read(toDraftKey('anna', 'room 2'))).toBe('Good morning')
})

test('puts a restored text before a newer draft', () => {
  roomDrafts.save(toDraftKey('anna', 'room 3'), 'And how')
  expect(restoreDraft(toDraftKey('anna', 'room 3'), 'Good morning')).toBe('Good morning\nAnd how')
  expect(roomDrafts.read(toDraftKey('anna', 'room 3'))).toBe('Good morning\nAnd how')
})
