import { readFileSync } from 'node:fs'

import { converter, formatHex, inGamut, parse, toGamut, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'

import { avatarColours } from '../avatars/avatar-colours.ts'

/** Minimum contrast for text, and for large text, icons, edges of controls and focus rings (WCAG AA). */
const textRatio = 4.5
const shapeRatio = 3

const modes = readModes(readFileSync(new URL('tokens.css', import.meta.url), 'utf8'))

const pages = ['bg', 'surface', 'surface-2']

const textPairs: [string, string[]][] = [
  [
    'ink',
    [...pages, 'surface-3', 'primary-soft', 'accent-soft', 'danger-soft', 'success-soft', 'info-soft', 'pending-soft'],
  ],
  ['ink-2', [...pages, 'surface-3', 'primary-soft', 'accent-soft', 'bubble-peer']],
  ['ink-3', [...pages, 'bubble-peer']],
  ['link', [...pages, 'primary-soft', 'accent-soft']],
  ['primary', pages],
  ['success', [...pages, 'success-soft']],
  ['danger', [...pages, 'danger-soft']],
  ['info', [...pages, 'info-soft']],
  ['pending', [...pages, 'pending-soft']],
  ['on-primary', ['primary', 'primary-hover']],
  ['on-accent', ['accent']],
  ['on-solid', ['solid-success', 'solid-danger', 'solid-info']],
  ['on-bubble-own', ['bubble-own']],
  ['bubble-own-meta', ['bubble-own']],
  ['on-bubble-peer', ['bubble-peer']],
  ['t-glaze', ['t-plum']],
]

const shapePairs: [string, string[]][] = [
  ['border-strong', ['bg', 'surface']],
  ['focus', [...pages, 'surface-3', 'primary-soft', 'accent-soft', 'bubble-peer']],
  ['danger', ['surface']],
  ['primary', pages],
  ['t-yellow', ['t-plum']],
]

describe.each(Object.entries(modes))('%s', (_, tokens) => {
  test.each(expand(textPairs))('%s is readable on %s', (text, background) => {
    expect(contrast(tokens, text, background)).toBeGreaterThanOrEqual(textRatio)
  })

  test.each(expand(shapePairs))('%s is distinguishable on %s', (shape, background) => {
    expect(contrast(tokens, shape, background)).toBeGreaterThanOrEqual(shapeRatio)
  })
})

test.each(avatarColours)('initials are readable on $ground', ({ ground, shade, text }) => {
  expect(ratio(text, ground)).toBeGreaterThanOrEqual(textRatio)
  expect(ratio(text, shade)).toBeGreaterThanOrEqual(textRatio)
})

test('both modes define the same colours', () => {
  const light = Object.keys(modes.light)
  expect(light.length).toBeGreaterThan(40)
  expect(Object.keys(modes.dark)).toEqual(light)
})

test('the contrast function distinguishes an unreadable pair of colours from a readable pair', () => {
  expect(contrast(modes.light, 'border', 'surface')).toBeLessThan(shapeRatio)
  expect(ratio('black', 'white')).toBeCloseTo(21)
})

type Tokens = Record<string, string>

/** Reads the colours of both modes. Dark values override light ones, as in the cascade. */
function readModes(css: string): { light: Tokens; dark: Tokens } {
  const light = readBlock(css, ':root {')
  return { light, dark: { ...light, ...readBlock(css, '  .dark {') } }
}

function readBlock(css: string, opening: string): Tokens {
  const start = css.indexOf(opening)
  if (start < 0) throw new Error(`tokens.css has no "${opening}"`)
  const block = css.slice(start, css.indexOf('\n}', start))
  const tokens: Tokens = {}
  for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+):\s*(oklch\([^)]*\))\s*;/g)) tokens[name] = value
  return tokens
}

function expand(pairs: [string, string[]][]): [string, string][] {
  return pairs.flatMap(([colour, backgrounds]) =>
    backgrounds.map((background): [string, string] => [colour, background]),
  )
}

function contrast(tokens: Tokens, colour: string, background: string): number {
  const [a, b] = [tokens[colour], tokens[background]]
  if (!a || !b) throw new Error(`No such colour: ${a ? background : colour}`)
  return ratio(a, b)
}

/** Computes a contrast from the displayed colours: sRGB with eight bits. */
function ratio(colour: string, background: string): number {
  return wcagContrast(onScreen(colour), onScreen(background))
}

const toRgb = converter('rgb')
const fitted = toGamut('rgb', 'oklch')
const shown = inGamut('rgb')

function onScreen(colour: string): string {
  const parsed = parse(colour)
  if (!parsed) throw new Error(`Not a colour: ${colour}`)
  return formatHex(shown(parsed) ? toRgb(parsed) : fitted(parsed))
}
