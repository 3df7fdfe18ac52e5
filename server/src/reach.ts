import { readHost, isLoopback } from './platform/http/loopback.ts'

/** Exposure of development fakes and generated secrets: nowhere, this machine, or every client. */
export type StandIns = 'none' | 'local' | 'public'

export interface Reach {
  standIns: StandIns
  /** Settings that expose the server, such as `HOST=0.0.0.0`; empty for this machine alone. */
  reachedBy: readonly string[]
}

export interface ReachSettings {
  NODE_ENV?: string | undefined
  HOST?: string | undefined
  PUBLIC_URL?: string | undefined
  TRY_OUT?: string | undefined
}

/**
 * Decides by the server's exposure whether development fakes run: a forgotten setting must not open a public site.
 * Any exposed server has production's rules, unless `TRY_OUT=public` opens it explicitly.
 */
export function reachOf({ NODE_ENV, HOST, PUBLIC_URL, TRY_OUT }: ReachSettings): Reach {
  const reachedBy = [
    ...(HOST === undefined || isLoopback(HOST) ? [] : [`HOST=${HOST}`]),
    ...(PUBLIC_URL === undefined || isLoopback(readHost(PUBLIC_URL)) ? [] : [`PUBLIC_URL=${PUBLIC_URL}`]),
  ]
  if (NODE_ENV === 'production') return { standIns: 'none', reachedBy }
  if (reachedBy.length === 0) return { standIns: 'local', reachedBy }
  return { standIns: TRY_OUT === 'public' ? 'public' : 'none', reachedBy }
}
