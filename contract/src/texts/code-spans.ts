/** A piece of code in a text: from its first back-tick to the place after its last. */
export interface CodeSpan {
  start: number
  end: number
}

/**
 * The code between back-ticks, in its order. As in Markdown, a run of back-ticks opens code that the next run of the
 * same length closes, so one back-tick quotes a word and three fence a block. A run that is never closed is ordinary
 * text. The time is linear in the length.
 */
export function findCode(text: string): CodeSpan[] {
  const runs = Array.from(text.matchAll(/`+/gu), ({ 0: { length }, index }) => ({ start: index, end: index + length }))
  const nextOfLength = new Map<number, CodeSpan>()
  const closers = new Map<CodeSpan, CodeSpan>()
  for (const run of runs.toReversed()) {
    const length = run.end - run.start
    const closer = nextOfLength.get(length)
    if (closer) closers.set(run, closer)
    nextOfLength.set(length, run)
  }
  const spans: CodeSpan[] = []
  let end = 0
  for (const run of runs) {
    const closer = closers.get(run)
    if (!closer || run.start < end) continue
    end = closer.end
    spans.push({ start: run.start, end })
  }
  return spans
}
