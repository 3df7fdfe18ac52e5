import { Agent, request } from 'node:http'

/** Something to ask the server for, again and again. */
export interface Case {
  name: string
  /** The path for the given try, counted from 0. */
  path: (attempt: number) => string
  /** The cookies of whoever asks; undefined asks as a visitor. */
  cookie?: string | undefined
  /** Requests in each round. */
  perRound: number
}

/** Requests that are under way at a time. */
const CONCURRENCY = 2
/** Rounds that are not counted: caches fill, and code that is hot gets compiled. */
const WARM_UP = 3

/**
 * Asks for each case in turn, round after round, so that whatever else the machine does hits all cases alike.
 * @param origin such as `http://127.0.0.1:3000`
 * @returns for each case the times of its requests (ms), sorted
 */
export async function measure(origin: string, cases: readonly Case[], rounds: number): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
  const times = cases.map((): number[] => [])
  try {
    for (let round = -WARM_UP; round < rounds; round++) {
      for (const [index, { path, cookie, perRound }] of cases.entries()) {
        let next = 0
        const ask = async (): Promise<void> => {
          while (next < perRound) {
            const attempt = next++ + round * perRound
            const taken = await timeOf(origin + path(Math.abs(attempt)), agent, cookie)
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

/** How long an answer takes until its last byte (ms). */
function timeOf(url: string, agent: Agent, cookie: string | undefined): Promise<number> {
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

/** The value below which the given share of sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
