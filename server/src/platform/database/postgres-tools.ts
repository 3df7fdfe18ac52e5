import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const DEBIAN = '/usr/lib/postgresql'
const SEARCHED = '/usr/local/bin:/usr/bin:/bin'

export type ToolName = 'pg_dump' | 'pg_restore'

/** Finds a tool that supports a server's version, on the path, then in Debian's folders. Never downloads a tool. */
export function findTool(name: ToolName, major: number): string {
  const seen: string[] = []
  for (const program of listCandidates(name)) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env: buildEnvironment() })
    const version = /\(PostgreSQL\) (\d+)/u.exec(stdout ?? '')?.[1]
    if (status !== 0 || version === undefined) continue
    if (Number(version) >= major) return program
    seen.push(version)
  }
  throw new Error(
    `The database is PostgreSQL ${major}, and there is no ${name} of version ${major} or later here` +
      `${seen.length > 0 ? ` (only of ${seen.join(' and ')}, which refuses it)` : ''}. Install it ` +
      `(Debian: postgresql-client-${major}).`,
  )
}

function listCandidates(name: ToolName): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return [name, ...versions.map((version) => join(DEBIAN, version, 'bin', name))]
}

/** Starts a tool with the password in the environment: every user of the machine can read arguments. */
export function startTool(program: string, url: string, args: readonly string[]): ChildProcess {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return spawn(program, [`--dbname=${address.href}`, ...args], {
    env: { ...buildEnvironment(), ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

export async function waitForExit(tool: ChildProcess): Promise<void> {
  const code = new Promise<number | null>((resolve, reject) => {
    tool.once('error', reject)
    tool.once('close', resolve)
  })
  const said = tool.stderr ? await text(tool.stderr) : ''
  if ((await code) !== 0) throw new Error(`${tool.spawnargs.at(0) ?? 'The tool'} failed: ${said.trim().slice(-2000)}`)
}

function buildEnvironment(): NodeJS.ProcessEnv {
  return { PATH: SEARCHED, LC_ALL: 'C' }
}
