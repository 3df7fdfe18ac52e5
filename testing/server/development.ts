import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const PARTS = [
  'package.json',
  'tsconfig.base.json',
  'contract',
  'server',
  'stripe-simulator',
  'web',
  'scripts',
] as const

const WORKSPACES = ['contract', 'server', 'stripe-simulator', 'web'] as const

const LEFT_OUT = ['node_modules', 'dist', '.data']

const OUTPUT_LIMIT_MS = 60_000

interface Development {
  url: string
  /** Waits until a line of the output matches. Returns the output since the last call. */
  waitForOutput: (pattern: RegExp) => Promise<string>
  stop: () => Promise<void>
}

export interface DevelopmentCopy extends Development {
  /** @throws Error when `from` is not in the file */
  edit: (file: string, from: string, to: string) => Promise<void>
}

/** Runs `npm run dev` in a copy of the project, on a free port, with an empty database and demo people. */
export function startDevelopmentCopy(): Promise<DevelopmentCopy> {
  return startInTemporaryFolder(async (folder) => {
    await copyProject(folder)
    const development = await startDevelopmentServer(folder, join(folder, '.data'))
    return {
      ...development,
      edit: async (file, from, to) => {
        const path = join(folder, file)
        const text = await readFile(path, 'utf8')
        if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
        // Replaces the file atomically: watchers must not see half a file.
        await writeFile(
          `${path}.new`,
          text.replace(from, () => to),
        )
        await rename(`${path}.new`, path)
      },
    }
  })
}

/** Starts development in a temporary folder, which `stop` removes. */
async function startInTemporaryFolder<Started extends Development>(
  start: (folder: string) => Promise<Started>,
): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-dev-'))
  // If root runs the copy, the database's own user must be able to reach the database's folder.
  await chmod(folder, 0o711)
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const started = await start(folder)
    return {
      ...started,
      stop: async () => {
        await started.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function copyProject(folder: string): Promise<void> {
  for (const part of PARTS) {
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.includes(basename(path)),
    })
  }
  await linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const workspace of WORKSPACES) {
    const { name } = JSON.parse(await readFile(join(folder, workspace, 'package.json'), 'utf8')) as { name: string }
    const link = join(folder, 'node_modules', name)
    await rm(link, { force: true })
    await symlink(join(folder, workspace), link)
    // Links the packages that this workspace needs in its own versions.
    await linkPackages(join(ROOT, workspace, 'node_modules'), join(folder, workspace, 'node_modules'))
  }
}

/** Links each package separately: the project's own packages must come from the copy. */
async function linkPackages(from: string, to: string): Promise<void> {
  const names = await readdir(from).catch(() => [])
  if (names.length > 0) await mkdir(to, { recursive: true })
  for (const name of names) {
    if (name.startsWith('@')) await linkPackages(join(from, name), join(to, name))
    else await symlink(join(from, name), join(to, name))
  }
}

async function startDevelopmentServer(root: string, dataDir: string): Promise<Development> {
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { waitForOutput } = watchOutput(child)
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    const ended = new Promise((resolve) => {
      child.once('exit', resolve)
    })
    child.kill('SIGTERM')
    await ended
  }
  try {
    const [, url = ''] = /Kundig is running: (\S+)/u.exec(await waitForOutput(/Kundig is running/u)) ?? []
    return { url, waitForOutput, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function watchOutput({ stdout, stderr }: ChildProcess): Pick<Development, 'waitForOutput'> {
  let unheard = ''
  let notice = (): void => undefined
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      unheard += chunk.toString('utf8')
      notice()
    })
  }
  return {
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          notice = () => undefined
          reject(new Error(`${pattern.source} was not said, but:\n${unheard}`))
        }, OUTPUT_LIMIT_MS)
        notice = () => {
          if (!pattern.test(unheard)) return
          clearTimeout(timer)
          notice = () => undefined
          const all = unheard
          unheard = ''
          resolve(all)
        }
        notice()
      }),
  }
}
