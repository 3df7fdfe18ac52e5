import { Refusal } from '@kundig/contract/errors'

import { createBulkhead } from './platform/limits/bulkhead.ts'
import { clientNetwork } from './platform/limits/client-network.ts'
import type { Rule } from './platform/limits/limits.ts'
import { createRateLimit } from './platform/limits/rate-limit.ts'

/**
 * How much one person, or one client address (an IPv6 /64), may use of what is used all the time, over sockets and HTTP
 * together. So many at once, and after that as many as come back over the window. Each server counts in its own memory.
 * Nobody who uses Kundig with their hands meets one. ATTEMPT_LIMIT_FACTOR multiplies them all.
 */
export const USE_RULES = {
  messageByPerson: { most: 30, windowS: 10 },
  /** Marking read: tabs do it by themselves for each message that they show. */
  markByPerson: { most: 120, windowS: 10 },
  /** Asking what was missed: twenty tabs that come back at once, and again, and the pages of who was away for long. */
  resumeByPerson: { most: 60, windowS: 10 },
  /** Pages of rooms and of messages, and single rooms: twenty tabs that come back, and whoever scrolls a long way. */
  pageByPerson: { most: 300, windowS: 10 },
  /** Telling that one types; a tab tells it every three seconds. What is too much is dropped. */
  typingByPerson: { most: 40, windowS: 10 },
  /** Live connections made: twenty tabs that come back three times in a minute. */
  connectByPerson: { most: 60, windowS: 60 },
  /** Packets over all live connections of a person; the one that is too much ends its connection. */
  packetByPerson: { most: 200, windowS: 1 },
  /** Pages of the list of experts: one for every key while somebody types, and for every screen further down. */
  searchByPerson: { most: 100, windowS: 10 },
  /** The same for visitors: many may stand behind one address. */
  searchByAddress: { most: 300, windowS: 10 },
} as const satisfies Record<string, Rule>

/** Live connections that one person may have on one server; one more is refused. */
const CONNECTIONS_PER_PERSON = 20

/**
 * A person's marks and resumptions hold so many database connections at a time, of those that others need too. Messages
 * take no turns here: they go together in one statement, over a connection of their own (`message-batches.ts`).
 */
const CHAT_PLACES = 4
const CHAT_WAITING_MAX = 40
/**
 * Whose a live connection is, is looked up for so many at a time. Thousands come at once when another server is lost: in
 * turns they leave the processor and the database to those who are there. Whoever waits for longer than this (ms), or finds
 * the line full, comes again after a pause: by then the client would give up anyway.
 */
const ENTERING_PLACES = 3
const ENTERING_WAITING_MAX = 2000
const ENTERING_WAIT_MS = 5000
/** Searches hold at most this share of the database connections at a time. */
const SEARCH_SHARE = 0.3
const SEARCH_WAITING_MAX = 200
const SEARCH_WAITING_PER_KEY_MAX = 20
/**
 * Passwords are hashed by the process's few worker threads, which files and names of hosts need as well: one at a time
 * takes a processor for some 30 ms.
 */
const PASSWORD_PLACES = 1
/** Each sign-in also asks the database some ten things, which must not take all its connections either. */
const ENTRY_PLACES = 3
const PASSWORD_WAITING_MAX = 64
const PASSWORD_WAITING_PER_KEY_MAX = 48
/** How long anything waits for its turn (ms). */
const WAIT_MS = 2500

/**
 * @param options.attemptLimitFactor multiplies every limit and every queue, never how much is done at a time
 * @param options.databasePool most database connections that this server opens
 * @param options.passwordWaitMs how long hashing a password may wait for its turn (ms), instead of what the factor gives
 */
export function createUseLimits({
  attemptLimitFactor: factor,
  databasePool,
  passwordWaitMs,
}: {
  attemptLimitFactor: number
  databasePool: number
  passwordWaitMs?: number | undefined
}) {
  const times = (most: number): number => Math.max(1, Math.round(most * factor))
  const limit = (name: keyof typeof USE_RULES) =>
    createRateLimit({ most: times(USE_RULES[name].most), windowS: USE_RULES[name].windowS })
  const message = limit('messageByPerson')
  const mark = limit('markByPerson')
  const resume = limit('resumeByPerson')
  const page = limit('pageByPerson')
  const typing = limit('typingByPerson')
  const connect = limit('connectByPerson')
  const packet = limit('packetByPerson')
  const searchByPerson = limit('searchByPerson')
  const searchByAddress = limit('searchByAddress')
  const waitMs = WAIT_MS * Math.max(1, factor)

  const chatByPerson = createBulkhead({
    places: Number.POSITIVE_INFINITY,
    placesPerKey: CHAT_PLACES,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingPerKeyMax: times(CHAT_WAITING_MAX),
    waitMs,
    // Browsers keep what they were refused by this code, in its order, and send it later.
    busy: 'TOO_MANY_ATTEMPTS',
  })
  /** Counts by a limit, then does what was asked for when it is the person's turn. */
  const inTurnOf =
    ({ take }: ReturnType<typeof limit>) =>
    async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
      refuseOver(take(userId))
      return chatByPerson.run(userId, work)
    }
  const searches = createBulkhead({
    places: Math.max(1, Math.floor(databasePool * SEARCH_SHARE)),
    waitingMax: times(SEARCH_WAITING_MAX),
    waitingPerKeyMax: times(SEARCH_WAITING_PER_KEY_MAX),
    waitMs,
  })

  const entries = createBulkhead({
    places: ENTERING_PLACES,
    waitingMax: times(ENTERING_WAITING_MAX),
    waitingPerKeyMax: Number.POSITIVE_INFINITY,
    waitMs: ENTERING_WAIT_MS,
  })

  const passwords = {
    waitingMax: times(PASSWORD_WAITING_MAX),
    waitingPerKeyMax: times(PASSWORD_WAITING_PER_KEY_MAX),
    waitMs: passwordWaitMs ?? waitMs,
  }

  return {
    /** Each throws Refusal TOO_MANY_ATTEMPTS over the limit. */
    message: (userId: string): void => refuseOver(message.take(userId)),
    page: (userId: string): void => refuseOver(page.take(userId)),

    mayTellTyping: (userId: string): boolean => typing.take(userId) === null,

    /** What live connections are held to, by person. */
    live: {
      entries,
      connectionsMax: times(CONNECTIONS_PER_PERSON),
      mayConnect: (userId: string): boolean => connect.take(userId) === null,
      maySend: (userId: string): boolean => packet.take(userId) === null,
    },

    /**
     * Marks something as read for somebody, when it is their turn.
     * @throws Refusal TOO_MANY_ATTEMPTS over the limit, or when too much of this person waits already: nothing was done
     */
    mark: inTurnOf(mark),

    /**
     * Looks up what somebody missed, when it is their turn.
     * @throws Refusal TOO_MANY_ATTEMPTS over the limit, or when too much of this person waits already
     */
    resume: inTurnOf(resume),

    /**
     * Searches for a person, or for a visitor at an address, when it is their turn.
     * @throws Refusal TOO_MANY_ATTEMPTS over their limit, UNAVAILABLE when too many search
     */
    search: async <T>(who: { userId: string | null; clientAddress: string }, work: () => Promise<T>): Promise<T> => {
      const key = who.userId ?? clientNetwork(who.clientAddress)
      refuseOver((who.userId === null ? searchByAddress : searchByPerson).take(key))
      return searches.run(key, work)
    },

    /** Turns at signing in and at hashing passwords, by client address. */
    passwords: {
      entries: createBulkhead({ ...passwords, places: ENTRY_PLACES }),
      hashes: createBulkhead({ ...passwords, places: PASSWORD_PLACES }),
    },
  }
}

function refuseOver(waitS: number | null): void {
  if (waitS !== null) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, waitS)
}
