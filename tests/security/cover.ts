/**
 * Chooses, of the ways to try one thing, those that a run tries.
 * @param turn the thing's place among its like
 */
export type Cover = <Way>(ways: readonly Way[], turn: number) => readonly Way[]

export const everyWay: Cover = (ways) => ways

/** One way for each thing, by turns: each thing is tried once, and each way by several things. */
export const wayByTurn: Cover = (ways, turn) => {
  const start = turn % Math.max(1, ways.length)
  return ways.slice(start, start + 1)
}
