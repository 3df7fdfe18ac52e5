import { useSyncExternalStore } from 'react'

type Listener = () => void

/** Something that happens now and then. */
export interface Signal {
  /** Calls every listener, synchronously. */
  emit: () => void
  /** @returns the unsubscriber */
  subscribe: (listener: Listener) => () => void
}

/** A value that can be read at any time; its listeners are called whenever it becomes another. */
export interface ReadonlyStore<Value> {
  get: () => Value
  /** @returns the unsubscriber */
  subscribe: (listener: Listener) => () => void
}

/** A value that changes outside React's components. */
export interface Store<Value> extends ReadonlyStore<Value> {
  /** The same value (by `Object.is`) changes nothing and calls nobody. */
  set: (value: Value) => void
}

/** The one list of listeners that stores, queues and connections share. */
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

/** @param value what it begins with */
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

/** A store's value; a component that uses it renders again when that changes. */
export function useStore<Value>({ subscribe, get }: ReadonlyStore<Value>): Value {
  return useSyncExternalStore(subscribe, get, get)
}
