import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { endSession } from './session-end.ts'
import { createSessionState } from './session-state.ts'

test('creates one state for each session', () => {
  const opened = createSessionState(() => new Set<string>())
  const queryClient = new QueryClient()
  opened(queryClient).add('room of anna')
  expect(opened(queryClient)).toEqual(new Set(['room of anna']))
  endSession(queryClient)
  expect(opened(queryClient)).toEqual(new Set())
})

test('keeps the states of different caches apart', () => {
  const opened = createSessionState(() => new Set<string>())
  opened(new QueryClient()).add('room of anna')
  expect(opened(new QueryClient())).toEqual(new Set())
})

test('aborts the session’s signal when the session ends, and not earlier', () => {
  const signals = createSessionState((_queryClient, ended) => ended)
  const queryClient = new QueryClient()
  const first = signals(queryClient)
  expect(first.aborted).toBe(false)
  endSession(queryClient)
  expect(first.aborted).toBe(true)
  expect(signals(queryClient).aborted).toBe(false)
})
