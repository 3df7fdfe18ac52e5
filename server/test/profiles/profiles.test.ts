import { describe, expect, it } from 'vitest'

import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

describe('profiles', () => {
  // spec 5.11
  it.each(['Zoë', '李', "O'Brien", 'Jean-Luc Jr.', 'Łukasz', 'María José', 'Ngũgĩ wa Thiong’o', 'محمد', 'अनिता'])(
    'accept the name %s unchanged',
    async (full_name) => {
      const person = await app.signUp()
      expect((await app.saveProfile(person, { full_name })).full_name).toBe(full_name.normalize('NFC'))
    },
  )

  // spec 5.11, 5.12, 5.14, 9.5
  it.each([
    ['R2D2', 'NAME_INVALID'],
    ['Sаnne de Wit', 'NAME_SCRIPTS_MIXED'],
    ['Sanne\u3164', 'NAME_INVISIBLE'],
    ['Sanne\u0315\u0316\u0315\u0316\u0315', 'NAME_HEAPED_MARKS'],
    ['Kundig Support', 'NAME_RESERVED'],
    ['ADMlN', 'NAME_RESERVED'],
    ['<b>Bob</b>', 'NAME_INVALID'],
    ['Bob \u202Eboe', 'NAME_INVALID'],
    ['Bob\u0000', 'NAME_INVALID'],
    ['a@b.example', 'NAME_INVALID'],
    ['', 'NAME_REQUIRED'],
    [' \u200B ', 'NAME_REQUIRED'],
    ['x'.repeat(101), 'NAME_TOO_LONG'],
  ])('reject the name %j', async (full_name, code) => {
    const person = await app.signUp()
    const answer = await app.api(person, 'PUT', `/api/profiles/${person.id}`, {
      full_name,
      bio: null,
      expertise: 'education',
      is_public: true,
    })
    expect(answer).toMatchObject({ status: 400, body: { code, data: { field: 'full_name' } } })
  })

  it('profiles with a name that was forbidden later are still shown until the owner saves', async () => {
    const owner = await app.profiled({ full_name: 'Sanne Vos' })
    const imitated = 'S\u0430nne Vos'
    await app.sql('UPDATE profiles SET full_name = $2 WHERE id = $1', [owner.id, imitated])
    expect(await app.must(null, 'GET', `/api/profiles/${owner.id}`)).toMatchObject({ full_name: imitated })
    const { items } = await app.must<{ items: { id: string }[] }>(
      null,
      'GET',
      `/api/profiles?query=${encodeURIComponent(imitated)}`,
    )
    expect(items.map(({ id }) => id)).toContain(owner.id)
    const saved = await app.api(owner, 'PUT', `/api/profiles/${owner.id}`, {
      full_name: imitated,
      bio: null,
      expertise: 'education',
      is_public: true,
    })
    expect(saved).toMatchObject({ status: 400, body: { code: 'NAME_SCRIPTS_MIXED' } })
  })

  it('keep an earlier reserved name when the owner saves other fields', async () => {
    const owner = await app.profiled()
    await app.sql('UPDATE profiles SET full_name = $2 WHERE id = $1', [owner.id, 'Owner'])
    expect(await app.saveProfile(owner, { full_name: 'Owner', bio: 'Changed' })).toMatchObject({ bio: 'Changed' })
  })

  // spec 5.17, 5.19, 9.6
  it.each([
    ['a bio of 501 characters', { bio: 'x'.repeat(501) }, 'BIO_TOO_LONG'],
    ['a bio of markup alone', { bio: '<b> </b>' }, 'ONLY_MARKUP'],
    ['a bio with a NUL byte', { bio: 'x\u0000' }, 'TEXT_INVALID'],
    ['no category', { expertise: undefined }, 'CATEGORY_REQUIRED'],
    ['an unknown category', { expertise: 'astrology' }, 'CATEGORY_UNAVAILABLE'],
    ['a blank category of one’s own', { expertise: { type: 'custom', value: ' \u200B' } }, 'CATEGORY_REQUIRED'],
    ['a category of 101 characters', { expertise: { type: 'custom', value: 'x'.repeat(101) } }, 'CATEGORY_TOO_LONG'],
    ['both kinds of category', { expertise: { type: 'custom', value: 'x', category: 'education' } }, 'INVALID_INPUT'],
    ['an unknown field', { role: 'admin' }, 'INVALID_INPUT'],
  ])('reject %s', async (_what, fields, code) => {
    const person = await app.signUp()
    const answer = await app.api(person, 'PUT', `/api/profiles/${person.id}`, {
      full_name: 'Ada',
      bio: null,
      expertise: 'education',
      is_public: true,
      ...fields,
    })
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect((await app.session(person))?.has_profile).toBe(false)
  })

  // spec 5.19
  it('keep a bio of 500 emoji or ordinary signs whole, and treat an empty bio as missing', async () => {
    const person = await app.signUp()
    const bio = '🦉'.repeat(500)
    expect((await app.saveProfile(person, { bio })).bio).toBe(bio)
    expect((await app.saveProfile(person, { bio: 'a < b && c > d' })).bio).toBe('a < b && c > d')
    expect((await app.saveProfile(person, { bio: '  ' })).bio).toBe(null)
  })

  const DETAILS = {
    headline: 'Bees in small gardens',
    languages: ['nl', 'en'],
    town: 'Den Haag',
    online: true,
    price: { euros: 60, unit: 'hour' as const },
  }

  it('show optional details to others until the owner removes them, and keep details that a save omits', async () => {
    const person = await app.profiled()
    const read = () => app.must<object>(null, 'GET', `/api/profiles/${person.id}`)
    const bare = await read()
    for (const detail of Object.keys(DETAILS)) expect(bare).not.toHaveProperty(detail)
    expect(await app.saveProfile(person, { ...DETAILS, headline: ' Bees in <b>small</b>\n gardens ' })).toMatchObject(
      DETAILS,
    )
    expect(await app.saveProfile(person)).toMatchObject(DETAILS)
    expect(await read()).toMatchObject(DETAILS)
    const { items } = await app.must<{ items: { id: string }[] }>(null, 'GET', '/api/profiles')
    expect(items.find(({ id }) => id === person.id)).toMatchObject(DETAILS)
    await app.saveProfile(person, { headline: '', languages: [], town: '', online: false, price: null })
    for (const detail of Object.keys(DETAILS)) expect(await read()).not.toHaveProperty(detail)
  })

  it.each([
    ['headline', 'x'.repeat(81), 'HEADLINE_TOO_LONG'],
    ['headline', 'Bees\u0000', 'TEXT_INVALID'],
    ['town', 'Utrecht 3511', 'TOWN_INVALID'],
    ['town', 'x'.repeat(81), 'TOWN_TOO_LONG'],
    ['languages', ['nl', 'en', 'de', 'fr', 'es', 'it', 'pt'], 'LANGUAGES_TOO_MANY'],
    ['languages', ['klingon'], 'INVALID_INPUT'],
    ['online', 'yes', 'INVALID_INPUT'],
    ['price', { euros: -1, unit: 'hour' }, 'PRICE_INVALID'],
    ['price', { euros: 5.5, unit: 'hour' }, 'PRICE_INVALID'],
    ['price', { euros: 'veel', unit: 'hour' }, 'PRICE_INVALID'],
    ['price', { euros: 1001, unit: 'from' }, 'PRICE_INVALID'],
    ['price', { euros: 60, unit: 'day' }, 'INVALID_INPUT'],
  ])('reject the %s %j at its field, and save nothing', async (field, value, code) => {
    const person = await app.profiled({ ...DETAILS, full_name: 'Ada' })
    const answer = await app.api(person, 'PUT', `/api/profiles/${person.id}`, {
      full_name: 'Bea',
      bio: null,
      expertise: 'education',
      is_public: true,
      [field]: value,
    })
    expect(answer).toMatchObject({ status: 400, body: { code } })
    expect(answer.body.data.field?.split('.')[0]).toBe(field)
    expect(await app.must(null, 'GET', `/api/profiles/${person.id}`)).toMatchObject({ ...DETAILS, full_name: 'Ada' })
  })

  // spec 7.30
  it('are stored once under twenty concurrent saves', async () => {
    const person = await app.signUp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => app.saveProfile(person, { full_name: 'Ada', bio: `Bio ${n}` })),
    )
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([person.id]))
  })
})
