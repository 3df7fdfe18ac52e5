import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { RequestAllowance } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'
import { createPlainImage } from '@kundig/testing/files/made-files'
import { type ContentModeration, openContentModeration } from '@kundig/testing/people/content-moderation'
import { fetchContent } from '@kundig/testing/people/file-sending'
import { toCookieHeader, type Failure, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const BIO = 'A bio that a person reported'
const NAME = 'Hilda Verborgen'

const app = useTestApp({ withPages: true })
let moderation: ContentModeration
let hilda: Person
let stranger: Person
beforeAll(async () => {
  moderation = await openContentModeration(app)
})
afterAll(async () => {
  await moderation.close()
})
beforeEach(async () => {
  ;[hilda, stranger] = await Promise.all([app.profiled({ full_name: NAME, bio: BIO }), app.profiled()])
})

const get = (who: Person | null) => app.api<OwnProfile & Failure>(who, 'GET', `/api/profiles/${hilda.id}`)
const listed = async (who: Person | null, query = '') =>
  (await app.must<{ items: Profile[] }>(who, 'GET', `/api/profiles?limit=50${query}`)).items.map(({ id }) => id)
const text = async (path: string, who: Person | null = null): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${app.url}${path}`, who ? { headers: { cookie: toCookieHeader(who) } } : {})
  return { status: response.status, text: await response.text() }
}
const filed = (change: Partial<Profile> = {}) => app.saveProfile(hilda, { full_name: NAME, bio: BIO, ...change })
async function withPicture(): Promise<string> {
  const response = await fetch(`${app.url}/api/profiles/${hilda.id}/picture`, {
    method: 'PUT',
    headers: { cookie: toCookieHeader(hilda), 'content-type': 'image/png' },
    body: new Uint8Array(await createPlainImage(50, 50, 'red').png().toBuffer()),
  })
  return ((await response.json()) as { profile_picture_url: string }).profile_picture_url
}

describe('a profile hidden by a decision', () => {
  it('does not appear in lists, searches, categories, the sitemap or on pages', async () => {
    const places = ['', '&query=verborgen', '&query=Hilda', '&category=education']
    for (const place of places) expect(await listed(stranger, place)).toContain(hilda.id)
    const sitemap = `/sitemaps/profiles.xml?from=${hilda.id}`
    const pages = ['/', '/?q=verborgen', `/profile/${hilda.id}`, sitemap]
    for (const page of pages) expect((await text(page)).text, page).toContain(hilda.id)

    expect(await moderation.hide(hilda.id)).toBe(true)
    for (const who of [null, stranger]) {
      for (const place of places) expect(await listed(who, place)).not.toContain(hilda.id)
      expect(await get(who)).toMatchObject({ status: 403, body: { code: 'PROFILE_NOT_PUBLIC' } })
      for (const page of [...pages, `/dashboard?tab=explore`]) {
        expect((await text(page, who)).text, page).not.toContain(NAME)
        expect((await text(page, who)).text, page).not.toContain(BIO)
      }
    }
    expect((await text(sitemap)).text).not.toContain(hilda.id)
  })

  it('shows its picture only to its owner, even if a browser has a cached copy', async () => {
    const url = await withPicture()
    const read = async (who: Person | null, headers: Record<string, string> = {}) =>
      (await fetch(`${app.url}${url}`, { headers: { ...(who ? { cookie: toCookieHeader(who) } : {}), ...headers } }))
        .status
    const tag = (await fetch(`${app.url}${url}`)).headers.get('etag') ?? ''
    await app.request(stranger, hilda)
    await moderation.hide(hilda.id)
    for (const who of [null, stranger]) {
      expect(await read(who)).toBe(403)
      expect(await read(who, { 'if-none-match': tag })).toBe(403)
    }
    expect(await read(hilda)).toBe(200)
  })

  it('shows only name and category to people in contact with its owner', async () => {
    await filed({ expertise: { type: 'custom', value: 'Taking offence' } })
    const url = await withPicture()
    await app.request(stranger, hilda)
    const partner = await app.profiled()
    const room = await app.room(partner, hilda)
    await moderation.hide(hilda.id)

    expect(await get(partner)).toMatchObject({ status: 403, body: { code: 'PROFILE_NOT_PUBLIC' } })
    await app.must(partner, 'POST', `/api/blocks`, { person_id: hilda.id })
    const answers = JSON.stringify([
      await app.getRoom(partner, room.id),
      await app.must(partner, 'GET', '/api/chat-rooms'),
      await app.resume(partner, []),
      await app.must(partner, 'GET', '/api/blocks'),
      await app.must(partner, 'GET', '/api/notifications'),
      await app.must(stranger, 'GET', '/api/connection-requests/history'),
    ])
    expect(answers).toContain(NAME)
    for (const hidden of [BIO, 'Taking offence', url]) expect(answers).not.toContain(hidden)
  })

  it('is fully visible to its owner, with a note that it is hidden', async () => {
    const url = await withPicture()
    await moderation.hide(hilda.id)
    expect((await get(hilda)).body).toMatchObject({
      full_name: NAME,
      bio: BIO,
      profile_picture_url: url,
      is_public: true,
      is_hidden: true,
    })
  })

  it('can neither send nor receive connection requests', async () => {
    const ask = (sender: Person, receiver: Person) =>
      app.api(sender, 'POST', '/api/connection-requests', { receiver_id: receiver.id, message: 'May I ask?' })
    await moderation.hide(hilda.id)
    expect(await ask(hilda, stranger)).toMatchObject({ status: 403, body: { code: 'PROFILE_HIDDEN' } })
    expect(await ask(stranger, hilda)).toMatchObject({ status: 403, body: { code: 'PROFILE_NOT_PUBLIC' } })
    const allowance = () =>
      app.must<RequestAllowance>(hilda, 'GET', `/api/connection-requests/allowance?receiver_id=${stranger.id}`)
    expect(await allowance()).toMatchObject({ is_hidden: true })
    await moderation.show(hilda.id)
    expect(await allowance()).not.toHaveProperty('is_hidden')
    expect((await ask(hilda, stranger)).status).toBe(201)
  })

  it('stays hidden when its owner saves changes, and returns with the latest changes', async () => {
    await moderation.hide(hilda.id)
    const saved = await filed({ bio: 'Another bio', is_public: true })
    expect(saved).toMatchObject({ bio: 'Another bio', is_public: true, is_hidden: true })
    await withPicture()
    expect(await listed(null)).not.toContain(hilda.id)

    expect(await moderation.show(hilda.id)).toBe(true)
    expect((await get(stranger)).body).toMatchObject({ bio: 'Another bio', is_public: true })
    expect((await get(hilda)).body).not.toHaveProperty('is_hidden')
    expect(await listed(null)).toContain(hilda.id)

    await moderation.hide(hilda.id)
    await filed({ is_public: false })
    await moderation.show(hilda.id)
    expect((await get(hilda)).body).toMatchObject({ is_public: false })
    expect(await listed(null)).not.toContain(hilda.id)
  })

  it('cannot be published by a server of the previous release', async () => {
    await moderation.hide(hilda.id)
    await app.sql('UPDATE profiles SET is_public = true, bio = $2 WHERE id = $1', [hilda.id, 'Saved there'])
    expect(await listed(null)).not.toContain(hilda.id)
    await moderation.show(hilda.id)
    expect((await get(stranger)).body).toMatchObject({ bio: 'Saved there', is_public: true })
  })

  it('is hidden once and shown once by concurrent decisions', async () => {
    const hidden = await Promise.all([1, 2, 3].map(() => moderation.hide(hilda.id)))
    expect(hidden.filter(Boolean)).toEqual([true])
    expect((await moderation.profiles.read(hilda.id))?.isHidden).toBe(true)
    const shown = await Promise.all([1, 2, 3].map(() => moderation.show(hilda.id)))
    expect(shown.filter(Boolean)).toEqual([true])
    expect((await get(stranger)).body).toMatchObject({ bio: BIO, is_public: true })
    expect(await moderation.hide((await app.signUp()).id)).toBe(false)
  })

  it('is fully visible to the operators who decide', async () => {
    expect(await moderation.profiles.picture(hilda.id)).toBe(null)
    const url = await withPicture()
    await moderation.hide(hilda.id)
    expect(await moderation.profiles.read(hilda.id)).toEqual({ content: `${NAME}\n\n${BIO}`, isHidden: true })
    const own = await fetchContent(app.url, hilda, url)
    expect(await moderation.profiles.picture(hilda.id)).toEqual({ content: own.content, contentType: 'image/webp' })
    expect(await moderation.profiles.read((await app.signUp()).id)).toBe(null)
  })
})
