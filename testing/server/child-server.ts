import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

import { COMPILE_CACHE } from './compile-cache.ts'
import { ensureWebBuild } from './web-build.ts'

/** Timeout of a child's start (ms). */
const START_LIMIT_MS = 60_000

export interface ChildServer {
  pid: number | undefined
  output: () => string
  /** Resolves after this output; rejects if the process ends first. */
  printed: (text: string) => Promise<void>
  signal: (signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT') => void
  ended: Promise<number | null>
}

/** Starts a server process. @param within command that runs the server, such as `['unshare', '--pid']` */
export function startChild(
  script: '@kundig/server/main' | '@kundig/testing/server/server-process',
  settings: Record<string, string>,
  options: readonly '--simulator'[] = [],
  within: readonly string[] = [],
): ChildServer {
  // The server serves the web client's pages.
  if (script === '@kundig/server/main') ensureWebBuild()
  const file = createRequire(import.meta.url).resolve(script)
  const [program = '', ...args] = [...within, process.execPath, file, ...options]
  const child = spawn(program, args, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  return {
    pid: child.pid,
    output: () => text,
    ended,
    signal: (signal) => {
      child.kill(signal)
    },
    printed: (wanted) =>
      new Promise((resolve, reject) => {
        const fail = (): void => reject(new Error(`It did not print "${wanted}" but:\n${text}`))
        const timer = setTimeout(fail, START_LIMIT_MS)
        const look = (): void => {
          if (!text.includes(wanted)) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
        void ended.then(() => {
          clearTimeout(timer)
          fail()
        })
      }),
  }
}
