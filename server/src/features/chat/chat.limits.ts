import { type Limits, type LocalLimit, MINUTE_S } from '../../platform/limits/limits.ts'

/** Maximum database connections per person for read marks, resumes and searches; not for `message-batches.ts`. */
const PLACES_PER_PERSON = 4
const WAITING_PER_PERSON_MAX = 40

export type ChatLimits = ReturnType<typeof createChatLimits>

/**
 * Rate limits per person, which count sockets and HTTP together. Manual use never reaches them. Each limit throws
 * Refusal TOO_MANY_ATTEMPTS before any work, with the seconds until a retry.
 */
export function createChatLimits({ shared, local, fairQueue }: Limits) {
  const messages = local({ most: 30, windowS: 10 })
  /** A tab sends a read mark for each message that it shows. */
  const marks = local({ most: 120, windowS: 10 })
  /** Allows twenty tabs to reconnect together, and the many pages of messages after a long absence. */
  const resumptions = local({ most: 60, windowS: 10 })
  /** The client searches while a person types. */
  const searches = local({ most: 60, windowS: 10 })
  /** Limits pages, single rooms and presence. Allows twenty tabs to reconnect, and long scrolling. */
  const pages = local({ most: 300, windowS: 10 })
  /** A tab sends a typing event every three seconds. Excess typing events are dropped. */
  const typing = local({ most: 40, windowS: 10 })
  /** Counts all uploads, including refused ones. Messages with files have a separate limit. */
  const uploads = shared('chatFilePerAccount', { most: 60, windowS: MINUTE_S })

  const turnsPerPerson = fairQueue({
    slots: Number.POSITIVE_INFINITY,
    slotsPerKey: PLACES_PER_PERSON,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingPerKeyMax: WAITING_PER_PERSON_MAX,
    // This code makes browsers keep the refused input and send it later, in order.
    busy: 'TOO_MANY_ATTEMPTS',
  })
  const inTurn =
    ({ consume }: LocalLimit) =>
    async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
      consume(userId)
      return turnsPerPerson.run(userId, work)
    }

  return {
    message: messages.consume,
    page: pages.consume,
    mark: inTurn(marks),
    resume: inTurn(resumptions),
    search: inTurn(searches),
    upload: uploads.consume,
    mayTellTyping: typing.tryConsume,
  }
}
