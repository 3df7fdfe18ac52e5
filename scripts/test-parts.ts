import type { Step } from './run-steps.ts'

export interface Part extends Step {
  name: string
  description: string
}

export const WHOLE: readonly Part[] = [
  {
    name: 'check',
    description: 'format, types, lint, dependencies, dead code, commits, specification',
    script: 'check',
  },
  { name: 'unit', description: 'every unit test', script: 'test:unit' },
  { name: 'component', description: 'every component test', script: 'test:component' },
  { name: 'bundle', description: 'the size of each page’s code', script: 'test:bundle' },
  { name: 'service', description: 'every service test', script: 'test:service' },
  { name: 'attack', description: 'every attempt against the promises of SECURITY.md', script: 'attack' },
  { name: 'journeys', description: 'every journey', script: 'test:e2e' },
]

const bench = (name: string, description: string): Part => ({ name, description, script: 'bench', args: [name] })

/** Parts that run only by name, because they need a quiet machine or a person to check the result. */
export const BY_NAME: readonly Part[] = [
  { name: 'screens', description: 'pictures of every screen, to look at', script: 'screens' },
  bench('inputs', 'hostile texts'),
  bench('dev', 'from a change to the screen in development'),
  bench('web', 'the landing page in Lighthouse'),
  bench('scroll', 'a long room on the screen'),
  bench('interactions', 'the main actions of a chat on a slow processor'),
  bench('idle', 'memory and processor time of an idle site'),
  bench('settings', 'the cost of the owner’s settings to a page'),
  bench('figures', 'figures of a year over ten million events'),
  bench('search', 'search among a million profiles'),
  bench('chat', 'messages, connections, long histories'),
  bench('faults', 'messages and payments while processes are killed'),
]

export const LANDING_TAGS = '!slow && !waverer'
