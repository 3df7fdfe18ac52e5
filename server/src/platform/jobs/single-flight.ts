/**
 * Lets calls that come while one with the same key is under way have its result. This holds within one server: those
 * of many servers need what decides between them elsewhere.
 */
export function createSingleFlight<Result>(): (key: string, call: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>()
  return (key, call) => {
    const known = underWay.get(key)
    if (known) return known
    const made = call().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}

/**
 * Lets simultaneous calls share one result, which is computed after all of them were made: a call under way may have
 * read already, and is not joined. One is under way at a time.
 */
export function shareNextCall<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const begin = (): Promise<Result> => {
    next = undefined
    const made = call()
    underWay = made
    return made
  }
  return () => (next ??= underWay.then(begin, begin))
}
