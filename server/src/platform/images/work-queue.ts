import { Refusal } from '@kundig/contract/errors'

export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets heavy work through a few at a time, in the order in which it came.
 * @returns what runs a piece of work and passes its result on; throws Refusal UNAVAILABLE (503) when `waiting`
 *   others wait already
 */
export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  const line: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new Refusal('UNAVAILABLE')
      // Whoever finishes hands its place on, so that nobody slips in between.
      await new Promise<void>((resolve) => {
        line.push(resolve)
      })
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
