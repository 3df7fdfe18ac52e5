import { vi } from 'vitest'

/** Replaces session storage until `vi.unstubAllGlobals`. */
export function stubSessionStorage(): void {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
}
