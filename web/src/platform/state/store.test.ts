import { expect, test, vi } from 'vitest'

import { createSignal, createStore } from './store.ts'

test('a store has the new value when its listeners are called', () => {
  const store = createStore('before')
  const heard: string[] = []
  store.subscribe(() => heard.push(store.get()))
  store.set('after')
  expect(heard).toEqual(['after'])
})

test('calls listeners for another object, but not for the same value', () => {
  const value = {}
  const store = createStore<object>(value)
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  store.set(value)
  expect(listener).not.toHaveBeenCalled()
  store.set({})
  expect(listener).toHaveBeenCalledTimes(1)
})

test('never calls a removed listener, not even during the current notification', () => {
  const signal = createSignal()
  const second = vi.fn<() => void>()
  const stop = signal.subscribe(() => stopSecond())
  const stopSecond = signal.subscribe(second)
  signal.emit()
  expect(second).not.toHaveBeenCalled()
  stop()
  signal.emit()
  expect(second).not.toHaveBeenCalled()
})

test('also calls listeners that subscribe during a notification', () => {
  const signal = createSignal()
  const late = vi.fn<() => void>()
  const stop = signal.subscribe(() => {
    stop()
    signal.subscribe(late)
  })
  signal.emit()
  expect(late).toHaveBeenCalledTimes(1)
})
