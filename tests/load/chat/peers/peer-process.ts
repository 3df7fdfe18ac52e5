import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 10_000

export interface PeerProcess {
  pid: number
  stop: () => Promise<void>
}

/** Starts another chat server. @returns when it accepts connections on the port of 127.0.0.1 */
export async function startPeerProcess(
  command: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv,
  port: number,
): Promise<PeerProcess> {
  const [program, ...options] = command
  const child = spawn(program, options, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
  const ended = once(child, 'close')
  let isOver = false
  void ended.then(() => (isOver = true))

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(timer)
  }
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await accepts(port))) {
    if (!isOver && performance.now() < deadline) {
      await sleep(100)
      continue
    }
    await stop()
    throw new Error(`${program} does not start:\n${output}`)
  }
  if (child.pid === undefined) throw new Error(`${program} has no process`)
  return { pid: child.pid, stop }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
