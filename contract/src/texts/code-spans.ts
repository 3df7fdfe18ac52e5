export interface CodeSpan {
  start: number
  end: number
}

/** Finds code spans as in Markdown, closed by the next run of equally many back-ticks. Takes linear time. */
export function findCodeSpans(text: string): CodeSpan[] {
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
