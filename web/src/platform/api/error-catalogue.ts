import { useSyncExternalStore } from 'react'

const load = () => import('@kundig/contract/errors')
type Catalogue = Awaited<ReturnType<typeof load>>

const listeners = new Set<() => void>()

// Tests and the server have it from the start.
let known: Catalogue | undefined = import.meta.env?.SSR ? await load() : undefined

/** Fetches the catalogue of errors. The application starts with it; a public page needs it once something fails. */
export async function loadErrorCatalogue(): Promise<void> {
  if (known) return
  known = await load()
  for (const listener of listeners) listener()
}

/** The catalogue, if it is there. It is, once a call has been answered. */
export function errorCatalogue(): Catalogue | undefined {
  return known
}

/** The same; a component that uses it renders again when it comes. */
export function useErrorCatalogue(): Catalogue | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    errorCatalogue,
    errorCatalogue,
  )
}
