import { useSyncExternalStore } from 'react'

import type { ReadonlyStore } from './store.ts'

/** @param select must return the same object for the same value */
export function useSelectedValue<Value, Selected>(
  { subscribe, get }: ReadonlyStore<Value>,
  select: (value: Value) => Selected,
): Selected {
  const getSelected = (): Selected => select(get())
  return useSyncExternalStore(subscribe, getSelected, getSelected)
}
