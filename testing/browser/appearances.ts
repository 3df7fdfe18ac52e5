/** Settings and rules that journeys and component tests share. They do not need Playwright. */

export interface Appearance {
  width?: number
  height?: number
  language?: 'en' | 'nl'
  dark?: boolean
}

/** Two appearances for screens and components, different in every setting. */
export const APPEARANCES: readonly [string, Appearance][] = [
  ['light, wide, English', { language: 'en' }],
  ['dark, narrow, Dutch', { language: 'nl', dark: true, width: 375, height: 812 }],
]

export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const describeViolations = (
  violations: readonly { id: string; nodes: readonly { html: string }[] }[],
): string[] => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
