import { useSyncExternalStore } from 'react'

type Listener = () => void

export interface Signal {
  emit: () => void
  subscribe: (listener: Listener) => () => void
}

export interface ReadonlyStore<Value> {
  get: () => Value
  subscribe: (listener: Listener) => () => void
}

export interface Store<Value> extends ReadonlyStore<Value> {
  /** Sets the value and notifies listeners. An equal value (`Object.is`) is ignored. */
  set: (value: Value) => void
}

export function createSignal(): Signal {
  const listeners = new Set<Listener>()
  return {
    emit: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export function createStore<Value>(value: Value): Store<Value> {
  const { emit, subscribe } = createSignal()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}

export function useStore<Value>({ subscribe, get }: ReadonlyStore<Value>): Value {
  return useSyncExternalStore(subscribe, get, get)
}
