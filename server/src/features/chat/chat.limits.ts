import { type Limits, type LocalLimit, MINUTE_S } from '../../platform/limits/limits.ts'

/**
 * A person's marks and resumptions hold so many database connections at a time, of those that others need too. Messages
 * take no turns here: they go together in one statement, over a connection of their own (`message-batches.ts`).
 */
const PLACES_PER_PERSON = 4
const WAITING_PER_PERSON_MAX = 40

export type ChatLimits = ReturnType<typeof createChatLimits>

/**
 * How much one person may use of the chat, over sockets and HTTP together. Nobody who uses it with their hands meets a
 * limit. Each throws Refusal TOO_MANY_ATTEMPTS over it, with after how many seconds to retry: then nothing was done.
 */
export function createChatLimits({ shared, local, turns }: Limits) {
  const messages = local({ most: 30, windowS: 10 })
  /** Marking read: tabs do it by themselves for each message that they show. */
  const marks = local({ most: 120, windowS: 10 })
  /** Asking what was missed: twenty tabs that come back at once, and again, and the pages of who was away for long. */
  const resumptions = local({ most: 60, windowS: 10 })
  /** Pages of rooms and of messages, single rooms, and being there: twenty tabs that come back, and whoever scrolls a long way. */
  const pages = local({ most: 300, windowS: 10 })
  /** Telling that one types; a tab tells it every three seconds. What is too much is dropped. */
  const typing = local({ most: 40, windowS: 10 })
  /** Files sent, good or not, per account; how many of them become messages is counted by those. */
  const uploads = shared('chatFilePerAccount', { most: 60, windowS: MINUTE_S })

  const turnsPerPerson = turns({
    places: Number.POSITIVE_INFINITY,
    placesPerKey: PLACES_PER_PERSON,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingPerKeyMax: WAITING_PER_PERSON_MAX,
    // Browsers keep what they were refused by this code, in its order, and send it later.
    busy: 'TOO_MANY_ATTEMPTS',
  })
  /** Counts by a limit, then does what was asked for when it is the person's turn. */
  const inTurn =
    ({ consume }: LocalLimit) =>
    async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
      consume(userId)
      return turnsPerPerson.run(userId, work)
    }

  return {
    /** Counts a message, before it is looked at. */
    message: messages.consume,
    /** Counts a page that is read. */
    page: pages.consume,
    /** Counts a mark, and makes it when it is its person's turn, so that nobody takes all connections to the database. */
    mark: inTurn(marks),
    /** Counts that somebody asks what they missed, and looks it up when it is their turn. */
    resume: inTurn(resumptions),
    /** Counts a file. */
    upload: uploads.consume,
    mayTellTyping: typing.tryConsume,
  }
}
