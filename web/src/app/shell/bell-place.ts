import { createStore } from '../../platform/state/store.ts'

/** Where the bell stands in the navigation bar. The bar is on public pages, whose code is counted: the bell comes later. */
export const bellPlace = createStore<HTMLElement | null>(null)

/** The place, once it is there. */
export const { set: setBellPlace } = bellPlace
