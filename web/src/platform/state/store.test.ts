import { expect, test, vi } from 'vitest'

import { createSignal, createStore } from './store.ts'

test('a store has its new value by the time its listeners are called', () => {
  const store = createStore('before')
  const heard: string[] = []
  store.subscribe(() => heard.push(store.get()))
  store.set('after')
  expect(heard).toEqual(['after'])
})

test('the same value calls nobody, another object does', () => {
  const value = {}
  const store = createStore<object>(value)
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  store.set(value)
  expect(listener).not.toHaveBeenCalled()
  store.set({})
  expect(listener).toHaveBeenCalledTimes(1)
})

test('who unsubscribes hears nothing any more, not even what is being told at that moment', () => {
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

test('whoever subscribes while listeners are called is called, too', () => {
  const signal = createSignal()
  const late = vi.fn<() => void>()
  const stop = signal.subscribe(() => {
    stop()
    signal.subscribe(late)
  })
  signal.emit()
  expect(late).toHaveBeenCalledTimes(1)
})
