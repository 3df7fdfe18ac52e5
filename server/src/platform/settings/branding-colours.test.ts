import { readFileSync } from 'node:fs'

import { assert, constantFrom, integer, oneof, property } from 'fast-check'
import { expect, it } from 'vitest'

import {
  findContrastFailures,
  OWN_TOKENS,
  findReadableColours,
  buildSiteStyles,
  TEXT_RATIO,
} from './branding-colours.ts'

const hex = oneof(
  constantFrom('', '#000000', '#ffffff', '#65204b', '#fdc83d'),
  integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`),
)

it('the copied colours match the design system’s colours', () => {
  const css = readFileSync(new URL('../../../../web/src/design-system/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('@media not print')
  for (const [mode, block] of Object.entries({ light, dark })) {
    const tokens = mode === 'light' ? OWN_TOKENS.light : OWN_TOKENS.dark
    for (const [name, value] of Object.entries(tokens)) expect(block).toContain(`  --${name}: ${value};`)
  }
})

it('the design system’s own colours are accepted, and change no style', () => {
  expect(findContrastFailures({ primary: '', accent: '' })).toEqual([])
  expect(buildSiteStyles({ primary: '', accent: '' })).toBe('')
})

it('a readable pair of colours is accepted, and changes the light and dark styles', () => {
  const styles = buildSiteStyles({ primary: '#0b4f6c', accent: '#ffb703' })
  expect(styles).toMatch(
    /^html:root\{--primary:#0b4f6c;.*\}@media not print\{html:root\.dark\{.*--primary:#ffb703;.*\}\}$/u,
  )
})

it('the dark theme keeps the design system’s colours if only the first colour is chosen', () => {
  const [light = '', dark = ''] = buildSiteStyles({ primary: '#0b4f6c', accent: '' }).split('@media not print')
  const names = Array.from(light.matchAll(/--([\w-]+):/gu), ([, name = '']) => name)
  expect(names).toContain('link')
  for (const name of names) expect(dark).toContain(`--${name}:`)
  expect(dark).toContain(`--link:${OWN_TOKENS.dark['link']};`)
  expect(dark).toContain(`--primary:${OWN_TOKENS.dark['primary']};`)
})

it.each([
  ['a colour as light as the page', { primary: '#e8d5a0', accent: '' }, 'light'],
  ['an accent as dark as the dark page', { primary: '', accent: '#2b1d3a' }, 'dark'],
] as const)('refuses %s, and suggests the nearest readable one', (_what, colours, mode) => {
  const [worst] = findContrastFailures(colours)
  expect(worst?.mode).toBe(mode)
  expect(worst?.ratio).toBeLessThan(TEXT_RATIO)
  const readable = findReadableColours(colours)
  expect(readable).not.toBeNull()
  expect(findContrastFailures(readable ?? colours)).toEqual([])
})

it('only readable colours are used and suggested, for every choice', () => {
  assert(
    property(hex, hex, (primary, accent) => {
      const colours = { primary, accent }
      const failures = findContrastFailures(colours)
      for (const { ratio } of failures) expect(ratio).toBeLessThan(TEXT_RATIO)
      expect(buildSiteStyles(colours) === '').toBe(failures.length > 0 || (primary === '' && accent === ''))
      const readable = findReadableColours(colours)
      expect(readable === null ? [] : findContrastFailures(readable)).toEqual([])
    }),
    { numRuns: 60 },
  )
})
