/** So many things are remembered; a state that is forgotten is announced once more when somebody repeats their call. */
const REMEMBERED_MAX = 10_000

export interface AnnouncedStates {
  /**
   * Whether this server has yet to announce that a thing stands so; from now on it counts as announced. Whoever gets
   * true announces.
   */
  isDue: (thing: string, state: string | number) => boolean
  /** Whether this server has announced that a thing stands so: then nothing need be read for it. */
  has: (thing: string, state: string | number) => boolean
}

/**
 * What this server has announced of late. When the connection to the database breaks at a COMMIT, nobody knows whether it
 * happened, and nothing is announced. A repeat of the call finds that it did, and announces it then. Repeats of what was
 * announced are not announced again, so that nobody makes many events of one change.
 */
export function createAnnouncedStates(max = REMEMBERED_MAX): AnnouncedStates {
  const announced = new Map<string, string | number>()
  return {
    has: (thing, state) => announced.get(thing) === state,
    isDue: (thing, state) => {
      const isDue = announced.get(thing) !== state
      announced.delete(thing)
      announced.set(thing, state)
      const [oldest] = announced.keys()
      if (announced.size > max && oldest !== undefined) announced.delete(oldest)
      return isDue
    },
  }
}
