import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Started } from './child.ts'

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 20_000

export interface Child {
  url: string
  pid: number
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Starts a server by a script of this folder. `PROFILE` names a folder for the server's CPU profile. */
export async function startChild(script: URL, settings: Record<string, string>): Promise<Child> {
  const name = basename(script.pathname)
  const profiles = process.env['PROFILE']
  const child = fork(fileURLToPath(script), {
    execArgv:
      profiles === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'exit')

  const stop = async (): Promise<void> => {
    if (child.connected) child.send('stop')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(timer)
  }
  const listening = new AbortController()
  const { signal } = listening
  try {
    const [started] = (await Promise.race([
      once(child, 'message', { signal }),
      ended.then(() => {
        throw new Error(`${name} ended:\n${errors.slice(-2000)}`)
      }),
      once(AbortSignal.timeout(START_LIMIT_MS), 'abort', { signal }).then(() => {
        throw new Error(`${name} does not answer:\n${errors.slice(-2000)}`)
      }),
    ])) as [Started]
    if (child.pid === undefined) throw new Error(`${name} has no process`)
    return {
      url: started.url,
      pid: child.pid,
      stop,
      kill: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    listening.abort()
  }
}
