import { expect, test } from 'vitest'

import { giveBackDraft, keepDraft, readDraft } from './drafts.ts'

test('a text that could not be kept for sending comes back, and stays', () => {
  keepDraft('anna', 'room 1', 'Good morning')
  expect(giveBackDraft('anna', 'room 1', 'Good morning')).toBe('Good morning')
  expect(readDraft('anna', 'room 1')).toBe('Good morning')
})

test('also when the field was emptied since', () => {
  expect(giveBackDraft('anna', 'room 2', 'Good morning')).toBe('Good morning')
  expect(readDraft('anna', 'room 2')).toBe('Good morning')
})

test('what was begun since stays as well, behind it', () => {
  keepDraft('anna', 'room 3', 'And how')
  expect(giveBackDraft('anna', 'room 3', 'Good morning')).toBe('Good morning\nAnd how')
  expect(readDraft('anna', 'room 3')).toBe('Good morning\nAnd how')
})
