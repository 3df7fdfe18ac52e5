import { createStore } from '../../platform/state/store.ts'

/** Element for the bell in the navigation bar. Public pages render the bar first and load the bell's code later. */
export const bellSlot = createStore<HTMLElement | null>(null)

export const { set: setBellSlot } = bellSlot
