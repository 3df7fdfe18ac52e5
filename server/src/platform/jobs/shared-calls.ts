/**
 * Lets calls that come while one with the same key is under way have its result. This holds within one server: those
 * of many servers need what decides between them elsewhere.
 */
export function createSharedCalls<Result>(): (key: string, call: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>()
  return (key, call) => {
    const known = underWay.get(key)
    if (known) return known
    const made = call().finally(() => underWay.delete(key))
    underWay.set(key, made)
    return made
  }
}
