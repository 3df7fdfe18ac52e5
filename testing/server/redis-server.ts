import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface RedisServer {
  url: string
  signal: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
  close: () => Promise<void>
}

/** Absolute path of the program; undefined if missing. */
export function findRedisServer(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return folders.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file))
}

export async function startRedisServer(program: string, port: number): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-redis-'))
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  await new Promise<void>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (/ready to accept connections/iu.test(text)) resolve()
    })
    void ended.then(() => reject(new Error(`Redis did not start:\n${text}`)))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (signal) => {
      child.kill(signal)
    },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
