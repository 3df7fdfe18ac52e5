/**
 * Lets calls that come while one with the same key is under way have its result. Stripe refuses a request whose
 * idempotency key it is busy with already, so the calls of one server do not even ask; those of many servers retry.
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
