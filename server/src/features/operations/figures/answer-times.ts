/**
 * Each bucket ends so many times as late as it begins, so a median is told to within 5 %. The database sorts into buckets
 * (`foldDays`): bucket b holds times from GROWTH^b seconds; the first holds all that are shorter.
 */
export const GROWTH = 1.1

/** How many times fall into each bucket. */
export type AnswerTimes = Readonly<Record<string, number>>

/**
 * The median of times of which only buckets are known; the smaller of the two in the middle of an even number.
 * @param all their sum is looked at, such as that of the days of a year
 * @returns seconds, the middle of the median's bucket; null where there is no time
 */
export function medianOf(all: readonly AnswerTimes[]): number | null {
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
