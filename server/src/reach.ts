import { readHost, isLoopback } from './platform/http/loopback.ts'

/**
 * Who may use what is for trying out (mail that can be read on a page, pretend accounts of Google, demo logins,
 * simulated payments, generated secrets): nobody, those at this machine, or everybody who reaches the server.
 */
export type StandIns = 'none' | 'local' | 'public'

export interface Reach {
  standIns: StandIns
  /** The settings by which others reach the server, such as `HOST=0.0.0.0`; empty where it is for this machine alone. */
  reachedBy: readonly string[]
}

/** What says how far a server reaches, as it was set. */
export interface ReachSettings {
  NODE_ENV?: string | undefined
  HOST?: string | undefined
  PUBLIC_URL?: string | undefined
  TRY_OUT?: string | undefined
}

/**
 * Decides by how far a server reaches whether anything may stand in for the real thing: a variable that somebody forgot
 * to set must not open a public site. What is not for this machine alone has production's rules, unless `TRY_OUT=public`
 * says by name that everybody may try it out.
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
