import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Answer, Memory, Question } from './child.ts'

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 20_000

export interface Child {
  url: string
  memory: () => Promise<Memory>
  cpuMs: () => Promise<number>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** Starts a server of this folder. `PROFILE` names a folder for its CPU profile. */
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
