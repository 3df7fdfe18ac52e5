import { createStore, useStore } from '../state/store.ts'

const load = () => import('./error-text.ts')
type Catalogue = Awaited<ReturnType<typeof load>>

const catalogue = createStore<Catalogue | undefined>(import.meta.env?.SSR ? await load() : undefined)

/** Loads the error texts: at the start of the application, or at the first failure on a public page. */
export async function loadErrorCatalogue(): Promise<void> {
  if (!catalogue.get()) catalogue.set(await load())
}

/** Returns the error catalogue if it is loaded. It is always loaded once the server has answered a call. */
export const errorCatalogue = catalogue.get

export function useErrorCatalogue(): Catalogue | undefined {
  return useStore(catalogue)
}
