import { Agent, request } from 'node:http'

export interface Case {
  name: string
  path: (attempt: number) => string
  cookie?: string | undefined
  perRound: number
}

const CONCURRENCY = 2
/** Number of warm-up rounds, in which caches fill and hot code is compiled. */
const WARM_UP = 3

/** Requests all cases in turn, so that the machine's load affects all alike. @returns each case's sorted times (ms) */
export async function measureCases(origin: string, cases: readonly Case[], rounds: number): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const times = cases.map((): number[] => [])
  try {
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const [index, { path, cookie, perRound }] of cases.entries()) {
        let next = 0
        const ask = async (): Promise<void> => {
          while (next < perRound) {
            const attempt = next++ + round * perRound
            const taken = await measureRequest(origin + path(Math.abs(attempt)), agent, cookie)
            if (round >= 0) times[index]?.push(taken)
          }
        }
        await Promise.all(Array.from({ length: CONCURRENCY }, ask))
      }
    }
  } finally {
    agent.destroy()
  }
  return times.map((all) => all.toSorted((a, b) => a - b))
}

function measureRequest(url: string, agent: Agent, cookie: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const asked = request(url, { agent, headers: cookie === undefined ? {} : { cookie } }, (answer) => {
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedAt)
        else reject(new Error(`${url} was answered ${answer.statusCode}`))
      })
      answer.resume()
    })
    asked.on('error', reject)
    asked.end()
  })
}

export function computeQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
