import { expect, it } from 'vitest'

import { sumSizesByOwner, describeGrowth } from './bundle-growth.ts'

it('bundle sizes are summed by package, and for the product’s own modules by folder', () => {
  const parts = [
    { 'node_modules/react/cjs/react.js': 10, 'node_modules/@tanstack/query-core/a.js': 5 },
    { 'node_modules/react/index.js': 1, 'web/src/routes/landing/index.tsx': 7, 'web/src/routes/landing/a.ts': 2 },
  ]
  expect(sumSizesByOwner(parts)).toEqual({ '@tanstack/query-core': 5, react: 11, 'web/src/routes/landing': 9 })
})

it('differences of bundle sizes are listed, the largest growth first, without small differences', () => {
  const before = { react: 1000, 'web/src/a': 500, 'web/src/gone': 300 }
  const now = { react: 1010, 'web/src/a': 700, 'web/src/new': 2000 }
  expect(describeGrowth(before, now)).toEqual([
    '+2000 bytes before minifying: web/src/new',
    '+200 bytes before minifying: web/src/a',
    '-300 bytes before minifying: web/src/gone',
  ])
})
