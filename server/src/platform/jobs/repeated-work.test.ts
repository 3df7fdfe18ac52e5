import { setImmediate as turn } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { repeatWork } from './repeated-work.ts'

function createBlockedWork(name: string, begun: string[]) {
  let end = (): void => undefined
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = (): Promise<void> => {
    begun.push(name)
    return held
  }
  return { work, end }
}

const NEVER_AGAIN_MS = 3_600_000

describe('repeated work', () => {
  it('repeated work begins after earlier work has run once', async () => {
    const begun: string[] = []
    const [one, other] = [createBlockedWork('one', begun), createBlockedWork('other', begun)]
    const ends = [repeatWork(one.work, NEVER_AGAIN_MS), repeatWork(other.work, NEVER_AGAIN_MS)]
    await turn()
    expect(begun).toEqual(['one'])
    one.end()
    await expect.poll(() => begun).toEqual(['one', 'other'])
    other.end()
    await Promise.all(ends.map((end) => end()))
  })

  it('repeated work also begins if earlier work never ends', async () => {
    const begun: string[] = []
    const [stuck, other] = [createBlockedWork('stuck', begun), createBlockedWork('other', begun)]
    const ends = [repeatWork(stuck.work, NEVER_AGAIN_MS), repeatWork(other.work, NEVER_AGAIN_MS)]
    await expect.poll(() => begun).toEqual(['stuck', 'other'])
    stuck.end()
    other.end()
    await Promise.all(ends.map((end) => end()))
  })

  it('never begins if it is stopped before its turn', async () => {
    const begun: string[] = []
    const [one, other, last] = [
      createBlockedWork('one', begun),
      createBlockedWork('other', begun),
      createBlockedWork('last', begun),
    ]
    const ends = [one, other, last].map(({ work }) => repeatWork(work, NEVER_AGAIN_MS))
    await ends[1]?.()
    one.end()
    await expect.poll(() => begun).toEqual(['one', 'last'])
    last.end()
    await Promise.all(ends.map((end) => end()))
  })
})
