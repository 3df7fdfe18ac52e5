import { clientNetwork } from '../../platform/limits/client-network.ts'
import { HOUR_S, type Limits } from '../../platform/limits/limits.ts'

/** Searches hold at most this share of the database connections at a time. */
const SEARCH_SHARE = 0.3
const SEARCH_WAITING_MAX = 200
const SEARCH_WAITING_PER_KEY_MAX = 20

export type ProfileLimits = ReturnType<typeof createProfileLimits>

/** @param options.databasePool most database connections that this server opens */
export function createProfileLimits({ shared, local, turns }: Limits, { databasePool }: { databasePool: number }) {
  /** Pictures sent, good or not, per account: each takes a moment of a processor. */
  const pictures = shared('picturePerAccount', { most: 30, windowS: HOUR_S })
  /** Pages of the list of experts: one for every key while somebody types, and for every screen further down. */
  const searchesPerPerson = local({ most: 100, windowS: 10 })
  /** The same for visitors: many may stand behind one address. */
  const searchesPerIp = local({ most: 300, windowS: 10 })
  const searches = turns({
    places: Math.max(1, Math.floor(databasePool * SEARCH_SHARE)),
    waitingMax: SEARCH_WAITING_MAX,
    waitingPerKeyMax: SEARCH_WAITING_PER_KEY_MAX,
  })

  return {
    /** Counts a picture. @throws Refusal TOO_MANY_ATTEMPTS */
    upload: pictures.consume,

    /**
     * Searches for a person, or for a visitor at an address, when it is their turn.
     * @throws Refusal TOO_MANY_ATTEMPTS over their limit, UNAVAILABLE when too many search
     */
    search: async <T>(who: { userId: string | null; clientAddress: string }, work: () => Promise<T>): Promise<T> => {
      const key = who.userId ?? clientNetwork(who.clientAddress)
      const limit = who.userId === null ? searchesPerIp : searchesPerPerson
      limit.consume(key)
      return searches.run(key, work)
    },
  }
}
