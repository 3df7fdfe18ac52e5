/** Rules that journeys and component tests share. They need no Playwright. */

export interface PageLook {
  /** The viewport (px). */
  width?: number
  height?: number
  language?: 'en' | 'nl'
  dark?: boolean
}

/** The looks in which screens and components are judged: between them they differ in everything. */
export const LOOKS: readonly [string, PageLook][] = [
  ['light, wide, English', { language: 'en' }],
  ['dark, narrow, Dutch', { language: 'nl', dark: true, width: 375, height: 812 }],
]

/** The rules that axe is asked about. */
export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One line for each violation that axe found. */
export const describeViolations = (
  violations: readonly { id: string; nodes: readonly { html: string }[] }[],
): string[] => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
