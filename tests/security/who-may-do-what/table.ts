import type { Score } from '../score.ts'
import type { Stage } from '../stage.ts'
import { moneyAndSelfOperations } from './money-and-self.ts'
import { NO_SESSION } from './operation.ts'
import { profileAndRequestOperations } from './profiles-and-requests.ts'
import { roomOperations } from './rooms.ts'
import { CALLERS, setScene } from './scene.ts'

/** Every operation by every caller: whoever is not named is refused. */
export async function attackWhoMayDoWhat(stage: Stage, score: Score): Promise<void> {
  const scene = await setScene(stage)
  const operations = [...profileAndRequestOperations(scene), ...roomOperations(scene), ...moneyAndSelfOperations(scene)]
  for (const row of new Set(operations.map((operation) => operation.row))) {
    await score.row(row, async (attempt) => {
      for (const { what, act, named = {}, everyoneElse } of operations.filter((one) => one.row === row)) {
        for (const caller of CALLERS) {
          const who = caller === 'anonymous' ? null : scene.people[caller]
          const wanted = named[caller] ?? (caller === 'anonymous' ? NO_SESSION : everyoneElse)
          await attempt(`${caller}: ${what}`, () => act(who), wanted)
        }
      }
    })
  }
}
