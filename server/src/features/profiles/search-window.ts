import { Refusal } from '@kundig/contract/errors'

import { decodeCursor, encodeCursor, type Place } from '../../platform/database/cursor.ts'

/** The spans of `time_marks` (migration 0009): the shortest is 4 hours long, the longest, of level 13, some 4 years. */
const SHORTEST_MS = 14_400_000
const LONGEST_LEVEL = 13
/** So many neighbouring spans name a window, and one more where it begins within one: few enough to look for each. */
const SPANS = 7

/** A stretch of time, and the marks that those made in it have in the index of letters. */
export interface SearchWindow {
  begins: Date
  marks: string[]
}

/**
 * The time up to an instant, at least so long, and at most a fifth longer where it is not shorter than a day.
 * @param lengthMs how much of it before that instant
 */
export function windowUpTo(latest: Date, lengthMs: number): SearchWindow {
  const wanted = Math.ceil(Math.log2(Math.max(1, lengthMs / SPANS / SHORTEST_MS)))
  const width = SHORTEST_MS * 2 ** Math.min(LONGEST_LEVEL, wanted)
  const last = Math.floor(latest.getTime() / width)
  const first = Math.max(0, last - SPANS, Math.floor((latest.getTime() - lengthMs) / width))
  const level = Math.log2(width / SHORTEST_MS)
  return {
    begins: new Date(first * width),
    marks: Array.from({ length: last - first + 1 }, (_, index) => `t${level}:${first + index}`),
  }
}

/** Where a page of a list begins. */
export interface PlaceInSearch extends Place {
  /** Within how much time the page before found its people (s); null where they were not looked for by letters. */
  pageTookS: number | null
}

/** No page took longer than there is time since 1970. */
const LONGEST_PAGE_S = 1e10

/** The place as an opaque text. What a page took is no secret, and says only how far is looked first. */
export function encodePlace({ pageTookS, ...place }: PlaceInSearch): string {
  return pageTookS === null ? encodeCursor(place) : `${encodeCursor(place)}.${pageTookS}`
}

/**
 * The place that a cursor names.
 * @throws Refusal INVALID_INPUT (400) when it is not one of ours
 */
export function decodePlace(cursor: string): PlaceInSearch {
  const [place = '', took, ...rest] = cursor.split('.')
  if (took === undefined) return { ...decodeCursor(place), pageTookS: null }
  if (rest.length > 0 || !/^\d{1,10}$/u.test(took)) throw new Refusal('INVALID_INPUT', 'cursor')
  return { ...decodeCursor(place), pageTookS: Math.min(Number(took), LONGEST_PAGE_S) }
}
