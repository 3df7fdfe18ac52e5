import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('name and email are cleaned before they are saved', async () => {
  await app.must(null, 'POST', '/api/waiting-list', {
    full_name: '  Zoe\u0308   van \n den Broeck ',
    email: '  Zoe@Waiting.Example ',
    category: 'education',
    consent: true,
  })
  const rows = await app.sql('SELECT full_name, email FROM waiting_list WHERE lower(email) = $1', [
    'zoe@waiting.example',
  ])
  expect(rows).toEqual([{ full_name: 'Zoë van den Broeck', email: 'zoe@waiting.example' }])
})
