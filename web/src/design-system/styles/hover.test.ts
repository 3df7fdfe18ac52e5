import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const source = new URL('../..', import.meta.url)

function hoverRules(css: string): { selector: string; within: string[] }[] {
  const found: { selector: string; within: string[] }[] = []
  const open: string[] = []
  for (const [, head = '', brace] of css.replaceAll(/\/\*.*?\*\//gsu, '').matchAll(/([^{};]*)([{};])/gu)) {
    if (brace === '{') {
      if (head.includes(':hover')) found.push({ selector: head.trim(), within: [...open] })
      open.push(head.trim())
    } else if (brace === '}') open.pop()
  }
  return found
}

test('hover styles apply only to pointers that can hover, not to touch', () => {
  const rules = globSync('**/*.css', { cwd: source }).flatMap((file) =>
    hoverRules(readFileSync(new URL(file, source), 'utf8')),
  )
  expect(rules.length).toBeGreaterThan(5)
  for (const { selector, within } of rules) expect(within, selector).toContain('@media (hover: hover)')
})
