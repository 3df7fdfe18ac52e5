import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

describe('the waiting list', () => {
  it('stores an address once, with the same answer for everyone', async () => {
    const email = `${randomUUID()}@example.com`
    const join = (full_name: string, address: string) =>
      app.api(null, 'POST', '/api/waiting-list', { full_name, email: address, category: 'education', consent: true })
    const answers = await Promise.all([
      join('First', email),
      join('Second', email.toUpperCase()),
      join('Third', ` ${email}`),
    ])
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 200, body: { joined: true } })),
    )
    expect(await app.sql('SELECT 1 FROM waiting_list WHERE email = $1', [email])).toHaveLength(1)
  })

  // spec 5.15, 5.30, 5.31, 5.32, 5.33
  it.each([
    [{ full_name: '' }, 'NAME_REQUIRED', 'Name is required'],
    [{ full_name: 'R2D2' }, 'WAITING_NAME_INVALID', 'Name contains invalid characters'],
    [
      { full_name: 'Sаnne' },
      'NAME_SCRIPTS_MIXED',
      'Name mixes letters of different scripts that look alike. Please write it in one script.',
    ],
    [{ email: '' }, 'EMAIL_REQUIRED', 'Email is required'],
    [{ email: 'no-at-sign' }, 'EMAIL_INVALID', 'Please enter a valid email address'],
    [{ category: '' }, 'CATEGORY_REQUIRED', 'Please select a category'],
    [{ consent: false }, 'CONSENT_REQUIRED', 'You must agree to be contacted.'],
    [{ processed: true }, 'INVALID_INPUT', 'Some of the information is not valid'],
  ])('rejects %j', async (fields, code, message) => {
    const entry = { full_name: 'Ada', email: 'ada@example.com', category: 'education', consent: true, ...fields }
    expect(await app.api(null, 'POST', '/api/waiting-list', entry)).toMatchObject({
      status: 400,
      body: { code, message },
    })
  })

  // spec 5.24, 5.35
  it('cleans name and email before they are saved', async () => {
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
})
