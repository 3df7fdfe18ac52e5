import { readHost, isLoopback } from './platform/http/loopback.ts'

/** Clients that can reach development fakes and generated secrets: none, this machine's, or all. */
export type DevelopmentFakes = 'none' | 'local' | 'public'

export interface Exposure {
  developmentFakes: DevelopmentFakes
  /** Settings that expose the server, such as `HOST=0.0.0.0`; empty when only this machine can reach the server. */
  exposedBy: readonly string[]
}

export interface ExposureSettings {
  NODE_ENV?: string | undefined
  HOST?: string | undefined
  PUBLIC_URL?: string | undefined
  TRY_OUT?: string | undefined
}

/**
 * Decides from the server's exposure if development fakes are allowed: a forgotten setting must not open a public site.
 * Every exposed server has production's rules, unless `TRY_OUT=public` allows fakes explicitly.
 */
export function assessExposure({ NODE_ENV, HOST, PUBLIC_URL, TRY_OUT }: ExposureSettings): Exposure {
  const exposedBy = [
    ...(HOST === undefined || isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined || isLoopback(readHost(PUBLIC_URL)) ? [] : [`PUBLIC_URL=${PUBLIC_URL}`]),
  ]
  if (NODE_ENV === 'production') return { developmentFakes: 'none', exposedBy }
  if (exposedBy.length === 0) return { developmentFakes: 'local', exposedBy }
  return { developmentFakes: TRY_OUT === 'public' ? 'public' : 'none', exposedBy }
}
