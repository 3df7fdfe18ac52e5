import { createStore, useStore } from '../state/store.ts'

const load = () => import('./error-text.ts')
type Catalogue = Awaited<ReturnType<typeof load>>

const catalogue = createStore<Catalogue | undefined>(import.meta.env?.SSR ? await load() : undefined)

/** Loaded at the start of the application; on a public page, at the first failure. */
export async function loadErrorCatalogue(): Promise<void> {
  if (!catalogue.get()) catalogue.set(await load())
}

/** Returns the catalogue; present after any answered call. */
export const errorCatalogue = catalogue.get

export function useErrorCatalogue(): Catalogue | undefined {
  return useStore(catalogue)
}
