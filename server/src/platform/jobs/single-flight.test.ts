import { describe, expect, it } from 'vitest'

import { shareNextCall } from './single-flight.ts'

describe('a shared call', () => {
  function create() {
    const letGo: ((fails?: boolean) => void)[] = []
    const ask = shareNextCall(
      () =>
        new Promise<number>((resolve, reject) => {
          const which = letGo.length
          letGo.push((fails = false) => (fails ? reject(new Error('failed')) : resolve(which)))
        }),
    )
    const begun = (count: number) => expect.poll(() => letGo.length).toBe(count)
    return { ask, letGo, begun }
  }

  it('runs once for all callers that wait at the same time', async () => {
    const { ask, letGo, begun } = create()
    const answers = Promise.all([ask(), ask(), ask()])
    await begun(1)
    letGo[0]?.()
    expect(await answers).toEqual([0, 0, 0])
  })

  it('never returns the result of a call that had already begun', async () => {
    const { ask, letGo, begun } = create()
    const first = ask()
    await begun(1)
    const later = Promise.all([ask(), ask()])
    letGo[0]?.()
    expect(await first).toBe(0)
    await begun(2)
    letGo[1]?.()
    expect(await later).toEqual([1, 1])
  })

  it('runs again after a failure', async () => {
    const { ask, letGo, begun } = create()
    const first = ask()
    await begun(1)
    const later = ask()
    letGo[0]?.(true)
    await expect(first).rejects.toThrow('failed')
    await begun(2)
    letGo[1]?.()
    expect(await later).toBe(1)
  })
})
