import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Answer, Memory, Question } from './child.ts'

const START_LIMIT_MS = 60_000
/** A child that does not end in good order by then is killed (ms). */
const STOP_LIMIT_MS = 20_000

/** One of the systems that are compared, as a process of its own. */
export interface Child {
  url: string
  memory: () => Promise<Memory>
  /** How much processor time it has had since it started (ms). */
  cpuMs: () => Promise<number>
  stop: () => Promise<void>
  /** Ends it at once, as a power cut would. */
  kill: () => Promise<void>
}

/**
 * Starts a server of this folder as a process of its own. With `PROFILE` set to a folder, it leaves a CPU profile
 * there when it ends.
 * @param settings added to the environment
 * @throws Error with what it printed when it does not start
 */
export async function startChild(script: URL, settings: Record<string, string>): Promise<Child> {
  const name = basename(script.pathname)
  const profiles = process.env['PROFILE']
  const child = fork(fileURLToPath(script), {
    execArgv: [
      '--expose-gc',
      ...(profiles === undefined
        ? []
        : ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`]),
    ],
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'exit')

  const heard = async (): Promise<Answer> => {
    const listening = new AbortController()
    const { signal } = listening
    try {
      const answer = await Promise.race([
        once(child, 'message', { signal }),
        ended.then(() => {
          throw new Error(`${name} ended:\n${errors.slice(-2000)}`)
        }),
        once(AbortSignal.timeout(START_LIMIT_MS), 'abort', { signal }).then(() => {
          throw new Error(`${name} does not answer:\n${errors.slice(-2000)}`)
        }),
      ])
      return answer[0] as Answer
    } finally {
      listening.abort()
    }
  }
  const tell = (question: Question): void => void child.send(question)
  const ask = (question: Question): Promise<Answer> => {
    const answer = heard()
    tell(question)
    return answer
  }

  const stop = async (): Promise<void> => {
    if (child.connected) tell('stop')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(timer)
  }
  try {
    const answer = await heard()
    if (!('url' in answer)) throw new Error(`${name} does not say where it listens`)
    return {
      url: answer.url,
      memory: async () => {
        const memory = await ask('memory')
        if (!('atRest' in memory)) throw new Error(`${name} does not say how much memory it has`)
        return memory
      },
      cpuMs: async () => {
        const cpu = await ask('cpu')
        return 'cpuMs' in cpu ? cpu.cpuMs : Number.NaN
      },
      stop,
      kill: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
