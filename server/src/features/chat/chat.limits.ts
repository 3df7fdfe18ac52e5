import { type Limits, type LocalLimit, MINUTE_S } from '../../platform/limits/limits.ts'

/**
 * Maximum database connections per person, at the same time, for marks and resumes. Other people need connections too.
 * Messages are not limited here: one statement stores many, over a connection of its own (`message-batches.ts`).
 */
const PLACES_PER_PERSON = 4
const WAITING_PER_PERSON_MAX = 40

export type ChatLimits = ReturnType<typeof createChatLimits>

/**
 * Rate limits per person, over sockets and HTTP together. Manual use never reaches one. Each throws Refusal
 * TOO_MANY_ATTEMPTS with the seconds until a retry, before any work.
 */
export function createChatLimits({ shared, local, fairQueue }: Limits) {
  const messages = local({ most: 30, windowS: 10 })
  /** Read marks. Each tab sends one for each message that it shows. */
  const marks = local({ most: 120, windowS: 10 })
  /**
   * Resumes. Allows twenty tabs that reconnect at the same time, more than once, and the pages after a long absence.
   */
  const resumptions = local({ most: 60, windowS: 10 })
  /** Pages of rooms and messages, single rooms, and presence. Allows twenty tabs that reconnect, and long scrolling. */
  const pages = local({ most: 300, windowS: 10 })
  /** Typing events; a tab sends one every three seconds. Excess events are dropped. */
  const typing = local({ most: 40, windowS: 10 })
  /** Uploads per account, valid or not. Another limit counts their messages. */
  const uploads = shared('chatFilePerAccount', { most: 60, windowS: MINUTE_S })

  const turnsPerPerson = fairQueue({
    slots: Number.POSITIVE_INFINITY,
    slotsPerKey: PLACES_PER_PERSON,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingPerKeyMax: WAITING_PER_PERSON_MAX,
    // Browsers keep input refused with this code, in order, and send it later.
    busy: 'TOO_MANY_ATTEMPTS',
  })
  /** Counts by a limit, then waits for the person's turn and runs the work. */
  const inTurn =
    ({ consume }: LocalLimit) =>
    async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
      consume(userId)
      return turnsPerPerson.run(userId, work)
    }

  return {
    /** Counts a message, before it is parsed. */
    message: messages.consume,
    page: pages.consume,
    /** Counts a read mark, then stores it in the person's turn, so that no person takes all database connections. */
    mark: inTurn(marks),
    /** Counts a resume, then runs it in the person's turn. */
    resume: inTurn(resumptions),
    upload: uploads.consume,
    mayTellTyping: typing.tryConsume,
  }
}
