import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** More sign-ins under way than this push out the eldest. */
const ENTRIES_MAX = 1000

/** Where the local identity provider keeps codes and choices for the few minutes that they live: in memory. */
export function createMemoryAdapter(): AdapterFactory {
  const entries = new Map<string, { payload: AdapterPayload; expiresAt: number }>()

  function drop(matches: (payload: AdapterPayload) => boolean): void {
    for (const [key, { payload }] of entries) if (matches(payload)) entries.delete(key)
  }

  return (model): Adapter => {
    const toKey = (id: string): string => `${model}:${id}`
    return {
      upsert: async (id, payload, expiresInS = 0) => {
        // Without a session of its own, the provider asks again at each sign-in.
        if (model === 'Session') return
        const eldest = entries.size >= ENTRIES_MAX ? entries.keys().next().value : undefined
        if (eldest !== undefined) entries.delete(eldest)
        entries.set(toKey(id), { payload, expiresAt: Date.now() + expiresInS * 1000 })
      },
      find: async (id) => {
        const entry = entries.get(toKey(id))
        return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
      },
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const entry = entries.get(toKey(id))
        if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => {
        entries.delete(toKey(id))
      },
      revokeByGrantId: async (grantId) => drop((payload) => payload.grantId === grantId),
    }
  }
}
