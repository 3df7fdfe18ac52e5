import { createStore } from '../../platform/state/store.ts'

/** The bell's element in the navigation bar. Public pages have the bar, but load the bell's code later. */
export const bellSlot = createStore<HTMLElement | null>(null)

export const { set: setBellSlot } = bellSlot
