import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Where Debian and those after it keep the tools of each version. */
const DEBIAN = '/usr/lib/postgresql'
const SEARCHED = '/usr/local/bin:/usr/bin:/bin'

export type ToolName = 'pg_dump' | 'pg_restore'

/** A tool of PostgreSQL's own, and the words with which it is started. */
export interface PostgresTool {
  command: readonly [string, ...string[]]
  /** The newest version that it understands. */
  major: number
}

/**
 * Finds a tool that understands a server: the first of those on the machine (on the path, then Debian's), then the one
 * in an image `postgres` that Docker has already. None is fetched.
 * @param major version of the server; an older tool refuses it
 * @throws Error in plain words when there is none
 */
export function findTool(name: ToolName, major: number): PostgresTool {
  const seen: string[] = []
  for (const command of candidates(name, major)) {
    const [program, ...args] = command
    const { status, stdout } = spawnSync(program, [...args, '--version'], { encoding: 'utf8', env: environment() })
    const version = /\(PostgreSQL\) (\d+)/u.exec(stdout ?? '')?.[1]
    if (status !== 0 || version === undefined) continue
    if (Number(version) >= major) return { command, major: Number(version) }
    seen.push(version)
  }
  throw new Error(
    `The database is PostgreSQL ${major}, and there is no ${name} of version ${major} or later here` +
      `${seen.length > 0 ? ` (only of ${seen.join(' and ')}, which refuses it)` : ''}. Install it ` +
      `(Debian: postgresql-client-${major}), or fetch the image: docker pull postgres:${major}`,
  )
}

function candidates(name: ToolName, major: number): [string, ...string[]][] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const image = `postgres:${major}`
  const hasImage = spawnSync('docker', ['image', 'inspect', image], { env: environment() }).status === 0
  return [
    [name],
    ...versions.map((version): [string] => [join(DEBIAN, version, 'bin', name)]),
    // On the network of the machine, so that the database has the same address as for us.
    ...(hasImage
      ? [
          ['docker', 'run', '--rm', '--interactive', '--network=host', '--env=PGPASSWORD', image, name] as [
            string,
            ...string[],
          ],
        ]
      : []),
  ]
}

/**
 * Starts a tool on a database. Everybody on the machine can read the words that it is started with, so the password of
 * the address goes by the environment.
 */
export function startTool(tool: PostgresTool, url: string, args: readonly string[]): ChildProcess {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const [program, ...before] = tool.command
  return spawn(program, [...before, `--dbname=${address.href}`, ...args], {
    env: { ...environment(), ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** @throws Error with what it said when it failed */
export async function endOf(tool: ChildProcess): Promise<void> {
  const code = new Promise<number | null>((resolve, reject) => {
    tool.once('error', reject)
    tool.once('close', resolve)
  })
  const said = tool.stderr ? await text(tool.stderr) : ''
  if ((await code) !== 0) throw new Error(`${tool.spawnargs.at(0) ?? 'The tool'} failed: ${said.trim().slice(-2000)}`)
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: SEARCHED, LC_ALL: 'C' }
}
