import { createStore, useStore } from '../state/store.ts'

const load = () => import('./error-words.ts')
type Catalogue = Awaited<ReturnType<typeof load>>

// Tests and the server have it from the start.
const catalogue = createStore<Catalogue | undefined>(import.meta.env?.SSR ? await load() : undefined)

/** Fetches the catalogue of errors. The application starts with it; a public page needs it once something fails. */
export async function loadErrorCatalogue(): Promise<void> {
  if (!catalogue.get()) catalogue.set(await load())
}

/** The catalogue, if it is there. It is, once a call has been answered. */
export const errorCatalogue = catalogue.get

/** The same; a component that uses it renders again when it comes. */
export function useErrorCatalogue(): Catalogue | undefined {
  return useStore(catalogue)
}
