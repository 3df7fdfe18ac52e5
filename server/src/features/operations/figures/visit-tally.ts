import type { FastifyReply, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

import { FIGURES_TIME_ZONE, type VisitedPage } from '@kundig/contract/operations/figure-names'
import { APPLICATION_PATHS } from '@kundig/contract/site/public-pages'

export interface Visits {
  day: string
  page: VisitedPage
  visits: number
}

export interface VisitTally {
  /** Counts a response if it is a page that a person opened. Stores nothing about the person. */
  note: (request: Request, reply: Reply) => void
  take: () => Visits[]
  giveBack: (taken: readonly Visits[]) => void
}

type Request = Pick<FastifyRequest, 'method' | 'url' | 'headers'>
type Reply = Pick<FastifyReply, 'statusCode' | 'getHeader'>

/** Uses the Swedish locale, which formats days like ISO 8601. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: FIGURES_TIME_ZONE, dateStyle: 'short' })

export const toDay = (at: Date): string => dayFormat.format(at)

/** Returns the kind of page at an address; null for pages without a count, such as operators' pages. */
export function findVisitedPage(address: string): VisitedPage | null {
  const path = (address.split('?')[0] ?? '').toLowerCase().replace(/(?<=.)\/+$/u, '')
  if (path === '/') return 'landing'
  if (path.startsWith('/profile/')) return 'profile'
  if (path === '/dashboard') return 'dashboard'
  if (path === '/account' || path.startsWith('/account/')) return 'account'
  return APPLICATION_PATHS.includes(path) ? 'other' : null
}

/** True when a person opened the page, not a program or a browser's prefetch. */
export function isHumanVisit({ headers }: Pick<Request, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  if (agent === '' || isbot(agent)) return false
  const purpose = [headers['sec-purpose'], headers['purpose']].flat().join(' ')
  return !purpose.includes('prefetch') && (headers['sec-fetch-dest'] ?? 'document') === 'document'
}

export function createVisitTally(now: () => Date = () => new Date()): VisitTally {
  let noted = new Map<string, Visits>()
  const add = ({ day, page, visits }: Visits): void => {
    const key = `${day} ${page}`
    noted.set(key, { day, page, visits: visits + (noted.get(key)?.visits ?? 0) })
  }
  return {
    note: (request, reply) => {
      if (request.method !== 'GET' || reply.statusCode !== 200) return
      if (!String(reply.getHeader('content-type')).startsWith('text/html')) return
      const page = findVisitedPage(request.url)
      if (page !== null && isHumanVisit(request)) add({ day: toDay(now()), page, visits: 1 })
    },
    take: () => {
      const taken = Array.from(noted.values())
      noted = new Map()
      return taken
    },
    giveBack: (taken) => taken.forEach(add),
  }
}
