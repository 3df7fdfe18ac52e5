/** Shares the result of a running call with the same key, within one server. */
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

/** Merges waiting calls into one call that begins after the running call, which may have read outdated data. */
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
