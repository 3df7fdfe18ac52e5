/**
 * Does something at once and every so often, never twice at a time.
 * @param work must not reject
 * @param everyMs from one beginning to the next (ms)
 * @returns ends it, and waits for what is under way
 */
export function repeat(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let working = work()
  const timer = setInterval(() => {
    working = working.then(work)
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await working
  }
}
