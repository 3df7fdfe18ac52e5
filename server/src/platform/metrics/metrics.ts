import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { HttpServer } from '../http/http-server.ts'

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Methods used as labels: clients can invent any number of other methods. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Gauge by label. Each label has a fixed list of words, which limits the number of lines. */
export interface GaugeBy {
  set: (word: string, value: number) => void
  clear: () => void
}

/** Removes figures without a value, which prom-client writes as `Nan`. */
const removeMissingValues = (text: string): string => text.replaceAll(/^.* nan\n/gimu, '')

/** Prometheus metrics. Labels are fixed words, never client data such as ids and addresses. */
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

  counter(name: string, help: string): () => void {
    const counter = new Counter({ name: this.#prefix + name, help, registers: this.#registers })
    return () => counter.inc()
  }

  /** Creates a counter by label. Each label's word begins at 0, so that the first increase is visible. */
  counterBy(
    name: string,
    help: string,
    { label, words }: { label: string; words: readonly string[] },
  ): (word: string) => void {
    const counter = new Counter({ name: this.#prefix + name, help, labelNames: [label], registers: this.#registers })
    for (const word of words) counter.inc({ [label]: word }, 0)
    return (word) => counter.inc({ [label]: word })
  }

  gauge(name: string, help: string): (value: number | null) => void {
    const gauge = new Gauge({ name: this.#prefix + name, help, registers: this.#registers })
    gauge.remove()
    return (value) => (value === null ? gauge.remove() : gauge.set(value))
  }

  gaugeBy(name: string, help: string, label: string): GaugeBy {
    const gauge = new Gauge({ name: this.#prefix + name, help, labelNames: [label], registers: this.#registers })
    return { set: (word, value) => gauge.set({ [label]: word }, value), clear: () => gauge.reset() }
  }

  /** Registers work to run before each read; failed work does not affect other figures. */
  beforeReading(work: () => Promise<void> | void): void {
    this.#readers.push(work)
  }

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

  /** Labels a request by its procedure instead of by the route that all procedures share. */
  nameCall(request: FastifyRequest, prefixOfCalls: string, procedure: string): void {
    this.#calls.set(request, `${prefixOfCalls}/${procedure}`)
  }

  async read(): Promise<{ contentType: string; text: string }> {
    await Promise.allSettled(this.#readers.map(async (read) => read()))
    return { contentType: this.#registry.contentType, text: removeMissingValues(await this.#registry.metrics()) }
  }
}
