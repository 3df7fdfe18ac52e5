import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { HttpServer } from '../http/http-server.ts'

/** How long requests take is told by these bounds (s). */
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Others are clients' own, and would be as many as they like. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A figure by one word of a list of our own: there are no more lines than words. */
export interface GaugeBy {
  set: (word: string, value: number) => void
  /** Says nothing of any word until it is set. */
  clear: () => void
}

/** Leaves out what has no value, such as the delay of the event loop since a moment ago: prom-client writes it as no number is written. */
const withoutUnknown = (text: string): string => text.replaceAll(/^.* nan\n/gimu, '')

/**
 * The figures of this process, in Prometheus’ form. What they are told apart by are words of our own (a route as it is written in the
 * sources, a procedure, a kind), never anything of a client: no ids, no addresses.
 * @param prefix how each name begins, but for those of the process and Node
 */
export class Metrics {
  readonly #prefix: string
  readonly #registry = new Registry()
  readonly #registers
  readonly #readers: (() => Promise<void> | void)[] = []
  readonly #calls = new WeakMap<FastifyRequest, string>()

  constructor(prefix: string) {
    this.#prefix = prefix
    this.#registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
  }

  /** A count that only grows. @returns counts one */
  counter(name: string, help: string): () => void {
    const counter = new Counter({ name: this.#prefix + name, help, registers: this.#registers })
    return () => counter.inc()
  }

  /** The same, by one of some words; each begins at 0, so that the first one shows. */
  counterBy(
    name: string,
    help: string,
    { label, words }: { label: string; words: readonly string[] },
  ): (word: string) => void {
    const counter = new Counter({ name: this.#prefix + name, help, labelNames: [label], registers: this.#registers })
    for (const word of words) counter.inc({ [label]: word }, 0)
    return (word) => counter.inc({ [label]: word })
  }

  /** A figure that goes up and down, of which nothing is said until it is set. */
  gauge(name: string, help: string): (value: number | null) => void {
    const gauge = new Gauge({ name: this.#prefix + name, help, registers: this.#registers })
    gauge.remove()
    return (value) => (value === null ? gauge.remove() : gauge.set(value))
  }

  gaugeBy(name: string, help: string, label: string): GaugeBy {
    const gauge = new Gauge({ name: this.#prefix + name, help, labelNames: [label], registers: this.#registers })
    return { set: (word, value) => gauge.set({ [label]: word }, value), clear: () => gauge.reset() }
  }

  /** Has figures brought up to date before each time they are read; what fails keeps no others away. */
  beforeReading(work: () => Promise<void> | void): void {
    this.#readers.push(work)
  }

  /** Counts how long the answers of a server take, by route. */
  measureRequests(server: HttpServer): void {
    const durations = new Histogram({
      name: `${this.#prefix}http_request_duration_seconds`,
      help: 'How long answers took, by route or procedure.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_S,
      registers: this.#registers,
    })
    server.addHook('onResponse', async (request, reply) => {
      const route = this.#calls.get(request) ?? (request.is404 ? 'none' : (request.routeOptions.url ?? 'none'))
      const method = METHODS.has(request.method) ? request.method : 'other'
      durations.observe({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
    })
  }

  /** Names the procedure that a request calls, in the place of the route for all procedures. */
  nameCall(request: FastifyRequest, prefixOfCalls: string, procedure: string): void {
    this.#calls.set(request, `${prefixOfCalls}/${procedure}`)
  }

  /** All figures, and how they are written. */
  async read(): Promise<{ contentType: string; text: string }> {
    await Promise.allSettled(this.#readers.map(async (read) => read()))
    return { contentType: this.#registry.contentType, text: withoutUnknown(await this.#registry.metrics()) }
  }
}
