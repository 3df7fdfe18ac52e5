import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const simulator = join(import.meta.dirname, '../../stripe-simulator')

it('the Stripe simulator does not name the product', () => {
  const files = globSync('**/*.{ts,json,md}', { cwd: simulator, exclude: ['node_modules'] })
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => /kundig/iu.test(readFileSync(join(simulator, file), 'utf8')))).toEqual([])
})
