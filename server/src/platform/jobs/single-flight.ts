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

/** Shares one result computed after all calls were made: a running call may have read already. One runs at a time. */
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
