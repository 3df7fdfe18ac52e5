import axe from 'axe-core'
import { expect } from 'vitest'

import { AXE_RULES, describeViolations } from '@kundig/testing/browser/appearances'

/** Disables rules that concern whole pages, because component tests check single components. */
const PAGE_RULES = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }

export async function expectNoAxeViolations(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: AXE_RULES },
    rules: PAGE_RULES,
    resultTypes: ['violations'],
  })
  expect(describeViolations(violations)).toEqual([])
}
