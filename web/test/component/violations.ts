import axe from 'axe-core'
import { expect } from 'vitest'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules about a whole page, of which a component is a part. */
const PAGE_RULES = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }

/** Expects axe to find nothing wrong with what is rendered. */
export async function expectNoViolations(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: RULES },
    rules: PAGE_RULES,
    resultTypes: ['violations'],
  })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
  ).toEqual([])
}
