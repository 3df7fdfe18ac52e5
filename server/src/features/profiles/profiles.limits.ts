import { toClientNetwork } from '../../platform/limits/client-network.ts'
import { HOUR_S, type Limits } from '../../platform/limits/limits.ts'

/** Maximum share of the database connections that searches use at the same time. */
const SEARCH_SHARE = 0.3
const SEARCH_WAITING_MAX = 200
const SEARCH_WAITING_PER_KEY_MAX = 20

export type ProfileLimits = ReturnType<typeof createProfileLimits>

export function createProfileLimits({ shared, local, fairQueue }: Limits, { databasePool }: { databasePool: number }) {
  /** Limits uploads of pictures per account, valid or not, because each takes processor time. */
  const pictures = shared('picturePerAccount', { most: 30, windowS: HOUR_S })
  /** Limits pages of the list of experts. Typing requests one page per key, and scrolling one per screen. */
  const searchesPerPerson = local({ most: 100, windowS: 10 })
  /** Limits visitors, several of whom may share an address. */
  const searchesPerIp = local({ most: 300, windowS: 10 })
  const searches = fairQueue({
    slots: Math.max(1, Math.floor(databasePool * SEARCH_SHARE)),
    waitingMax: SEARCH_WAITING_MAX,
    waitingPerKeyMax: SEARCH_WAITING_PER_KEY_MAX,
  })

  return {
    /** @throws Refusal TOO_MANY_ATTEMPTS */
    upload: pictures.consume,

    /** Runs a search in the fair queue. @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when the queue is full */
    search: async <T>(who: { userId: string | null; clientAddress: string }, work: () => Promise<T>): Promise<T> => {
      const key = who.userId ?? toClientNetwork(who.clientAddress)
      const limit = who.userId === null ? searchesPerIp : searchesPerPerson
      limit.consume(key)
      return searches.run(key, work)
    },
  }
}
