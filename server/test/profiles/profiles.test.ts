import { describe, expect, it } from 'vitest'

import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

describe('profiles', () => {
  // spec 5.11
  it.each(['Zoë', '李', "O'Brien", 'Jean-Luc Jr.', 'Łukasz', 'María José', 'Ngũgĩ wa Thiong’o', 'محمد', 'अनिता'])(
    'the name %s is kept',
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
    ['<b>Bob</b>', 'NAME_INVALID'],
    ['Bob \u202Eboe', 'NAME_INVALID'],
    ['Bob\u0000', 'NAME_INVALID'],
    ['a@b.example', 'NAME_INVALID'],
    ['', 'NAME_REQUIRED'],
    [' \u200B ', 'NAME_REQUIRED'],
    ['x'.repeat(101), 'NAME_TOO_LONG'],
  ])('the name %j is refused', async (full_name, code) => {
    const person = await app.signUp()
    const answer = await app.api(person, 'PUT', `/api/profiles/${person.id}`, {
      full_name,
      bio: null,
      expertise: 'education',
      is_public: true,
    })
    expect(answer).toMatchObject({ status: 400, body: { code, data: { field: 'full_name' } } })
  })

  it('a name that was saved before its letters were refused is read, listed and found until its owner saves', async () => {
    const owner = await app.profiled({ full_name: 'Sanne Vos' })
    // The second letter is Cyrillic.
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
  ])('%s is refused', async (_what, fields, code) => {
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
  it('a bio of 500 emoji is kept whole, ordinary signs stay, and an empty one is none', async () => {
    const person = await app.signUp()
    const bio = '🦉'.repeat(500)
    expect((await app.saveProfile(person, { bio })).bio).toBe(bio)
    expect((await app.saveProfile(person, { bio: 'a < b && c > d' })).bio).toBe('a < b && c > d')
    expect((await app.saveProfile(person, { bio: '  ' })).bio).toBe(null)
  })

  // spec 7.30
  it('saved twenty times at once is one profile', async () => {
    const person = await app.signUp()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => app.saveProfile(person, { full_name: 'Ada', bio: `Bio ${n}` })),
    )
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([person.id]))
  })
})
