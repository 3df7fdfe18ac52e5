import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import type { Figures } from '../figures.ts'
import type { ChatUser } from './fill-people.ts'
import { alternate, copyPeople, medianRatio, mostOf, type Rounds } from './rate.ts'
import { kundig, parse } from './systems.ts'
import type { TestEnvironment } from './test-environment.ts'

const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)
const PARSE_SERVER = new URL('./parse-server.ts', import.meta.url)

const run = promisify(execFile)

const VERSION = '9.10.0'
/** How many times as many messages a second as Parse Server, at so many sockets. */
const BUDGETS = [
  { sockets: 200, atLeast: 6 },
  { sockets: 2000, atLeast: 40 },
]

/** Kundig against Parse Server with LiveQuery, on the same PostgreSQL. Without Parse Server, it says so and leaves it out. */
export async function benchParse(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  rounds: Rounds,
): Promise<void> {
  figures.heading(`Send to partner's event against Parse Server ${VERSION} with LiveQuery`)
  let folder: string
  try {
    folder = await installed()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 4).join('\n  ') : String(error)
    console.error(`\n  ! NOT MEASURED: Parse Server could not be installed.\n  ${reason}\n`)
    return
  }
  for (const { sockets, atLeast } of BUDGETS) {
    const some = users.slice(0, sockets)
    // Anew for each size: a table that the last one has filled would count against either.
    const children = [
      await environment.child(KUNDIG_SERVER, { DATABASE_URL: await copyPeople(environment, 'kundig_beside_parse') }),
      await environment.child(PARSE_SERVER, {
        DATABASE_URL: await environment.freshDatabase('parse'),
        PARSE_FOLDER: folder,
        // It writes some to a file before it has read its options.
        PARSE_SERVER_LOGS_FOLDER: 'null',
      }),
    ] as const
    const contestants = [
      { child: children[0], system: kundig(children[0].url) },
      { child: children[1], system: parse(children[1].url) },
    ]
    const [own = [], theirs = []] = await alternate(contestants, some, rounds, 0)
    for (const child of children) await child.stop()
    for (const [index, turns] of [own, theirs].entries()) {
      figures.say(`${contestants[index]?.system.name}, ${some.length} sockets`, mostOf(turns))
    }
    const ratio = medianRatio(own, theirs, ({ perSecond }) => perSecond)
    figures.judge(`messages a second, of Parse Server at ${some.length} sockets`, ratio, { atLeast })
  }
}

/**
 * Parse Server in a folder of its own, which stays for the next run: it is no dependency of ours.
 * @throws Error what npm said
 */
async function installed(): Promise<string> {
  const folder = join(tmpdir(), `kundig-bench-parse-server-${VERSION}`)
  if (existsSync(folder)) return folder
  console.log('  installing it …')
  // Aside and renamed, so that one cut short is never used.
  const aside = `${folder}.${process.pid}`
  await mkdir(aside, { recursive: true })
  try {
    await writeFile(join(aside, 'package.json'), '{ "private": true }')
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `parse-server@${VERSION}`], {
      cwd: aside,
    })
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return folder
}
