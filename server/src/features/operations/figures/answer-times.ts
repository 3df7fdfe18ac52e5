/**
 * Ratio of a bucket's end to its start. It makes medians accurate to within 5 %. `writeDailyFigures` assigns times to
 * buckets: bucket b begins at GROWTH^b seconds. The first bucket also contains all shorter times.
 */
export const GROWTH = 1.1

export type AnswerTimes = Readonly<Record<string, number>>

/** Returns the middle of the median's bucket (s); null without times. Of two middle buckets, takes the smaller. */
export function findMedian(all: readonly AnswerTimes[]): number | null {
  const sum = new Map<number, number>()
  for (const times of all) {
    for (const [bucket, count] of Object.entries(times)) {
      sum.set(Number(bucket), (sum.get(Number(bucket)) ?? 0) + count)
    }
  }
  const total = Array.from(sum.values()).reduce((before, count) => before + count, 0)
  let left = Math.ceil(total / 2)
  for (const [bucket, count] of Array.from(sum).toSorted(([one], [other]) => one - other)) {
    left -= count
    if (left <= 0) return GROWTH ** (bucket + 0.5)
  }
  return null
}
