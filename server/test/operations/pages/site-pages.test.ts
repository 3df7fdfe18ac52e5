import { beforeAll, describe, expect, it } from 'vitest'

import type { SitePageDetail } from '@kundig/contract/operations/pages.contract'
import { SITE_PAGES, TERMS_GRACE_DAYS } from '@kundig/contract/operations/site-pages'
import { chooseFakeAccount, createBrowser } from '@kundig/testing/people/google-window'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { SitePagesService } from '../../../src/features/operations/pages/site-pages.service.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const app = useTestApp({ operatorsNeedSecondFactor: false, google: 'pretend' })
let owner: Person
beforeAll(async () => {
  owner = await makeOperator(app, 'owner')
})

const detail = (page: string) => app.must<SitePageDetail>(owner, 'GET', `/api/operations/pages/${page}`)
const save = (page: string, revision: number, en: string) =>
  app.api<SitePageDetail>(owner, 'PUT', `/api/operations/pages/${page}`, { revision, en, nl: `${en} (nl)` })
const publish = (page: string, revision: number, asks_again = false) =>
  app.api<SitePageDetail>(owner, 'POST', `/api/operations/pages/${page}/publish`, { revision, asks_again })
async function publishText(page: string, en: string, asksAgain = false): Promise<number> {
  const saved = await save(page, (await detail(page)).revision, en)
  const published = await publish(page, saved.body.revision, asksAgain)
  expect(published.status).toBe(200)
  return published.body.versions[0]?.version ?? 0
}

describe('the legal pages', () => {
  it('can be saved by one of two concurrent owners; the other one receives a conflict and saves nothing', async () => {
    const { revision } = await detail('rules')
    const answers = await Promise.all(['One', 'Two', 'Three'].map((text) => save('rules', revision, text)))
    expect(answers.map((answer) => toOutcome(answer)).toSorted()).toEqual([
      '200',
      '409 PAGE_CHANGED',
      '409 PAGE_CHANGED',
    ])
    const saved = answers.find(({ status }) => status === 200)
    expect((await detail('rules')).draft).toEqual(saved?.body.draft)
    expect(toOutcome(await publish('rules', revision))).toBe('409 PAGE_CHANGED')
  })

  it('start as drafts, and cannot be published with gaps', async () => {
    for (const page of SITE_PAGES) expect(await detail(page)).toMatchObject({ published: null, versions: [] })
    const { revision, draft } = await detail('imprint')
    expect(draft.en).toContain('[[')
    expect(toOutcome(await publish('imprint', revision))).toBe('409 PAGE_HAS_GAPS')
    expect(await detail('imprint')).toMatchObject({ revision, published: null })
  })

  it('have all published versions stored, with an audit log entry for each action', async () => {
    await publishText('contact', 'First')
    await publishText('contact', 'Second', true)
    const { versions, published } = await detail('contact')
    expect(versions).toMatchObject([
      { version: 2, asks_again: false, published_by_email: owner.email },
      { version: 1, asks_again: false },
    ])
    expect(published).toEqual({ en: 'Second', nl: 'Second (nl)' })
    expect(await app.must(owner, 'GET', '/api/operations/pages/contact/versions/1')).toEqual({
      en: 'First',
      nl: 'First (nl)',
    })
    expect(await app.sql('SELECT action, state_after FROM audit_log ORDER BY id DESC LIMIT 2')).toEqual([
      { action: 'page_published', state_after: 'contact' },
      { action: 'page_saved', state_after: 'contact' },
    ])
    await expect(app.sql(`UPDATE page_versions SET en = 'Other' WHERE page = 'contact'`)).rejects.toThrow(
      'does not change',
    )
  })

  it('reach another server automatically', async () => {
    const connection = openDatabase(app.databaseUrl, 2, createLogger('silent'))
    const other = new SitePagesService({ db: connection.db, logger: createLogger('silent') })
    const stop = await other.start()
    try {
      const version = await publishText('contact', 'Everywhere')
      await expect.poll(() => other.read('contact'), { timeout: 20_000 }).toMatchObject({ version })
      expect(other.read('contact').html.en).toBe('<p>Everywhere</p>\n')
    } finally {
      await stop()
      await connection.close()
    }
  })
})

describe('the terms', () => {
  const accepted = async (email: string) => {
    const [row] = await app.sql<{ accepted_terms: number | null; kept: number[] }>(
      `SELECT accepted_terms, (SELECT coalesce(array_agg(version ORDER BY version), '{}') FROM terms_acceptances WHERE account_id = u.id) AS kept
       FROM "user" u WHERE email = $1`,
      [email],
    )
    return row
  }
  const owed = async (person: Person) => (await app.must<{ terms?: unknown }>(person, 'GET', '/api/session')).terms
  const accept = (person: Person, version: number) => app.api(person, 'POST', '/api/session/terms', { version })
  async function age(days: number): Promise<void> {
    await app.sql('ALTER TABLE page_versions DISABLE TRIGGER page_versions_kept')
    await app.sql(`UPDATE page_versions SET published_at = now() - make_interval(days => $1) WHERE page = 'terms'`, [
      days,
    ])
    await app.sql('ALTER TABLE page_versions ENABLE TRIGGER page_versions_kept')
    // Servers reload the pages when a new version exists.
    await publishText('contact', `Look again after ${days} days`)
  }
  it('need no acceptance while they are a draft', async () => {
    const person = await app.signUp()
    expect(await accepted(person.email)).toEqual({ accepted_terms: null, kept: [] })
    expect(await owed(person)).toBeUndefined()
    expect(toOutcome(await accept(person, 1))).toBe('409 TERMS_NOT_CURRENT')
  })

  it('are accepted at every kind of sign-up, and by existing people through their consent', async () => {
    const early = await app.signUp()
    const version = await publishText('terms', 'The terms')
    expect(await accepted((await app.signUp()).email)).toEqual({ accepted_terms: version, kept: [version] })
    await chooseFakeAccount(app, createBrowser(), 'robin')
    expect(await accepted('robin.peters@post.example')).toEqual({ accepted_terms: version, kept: [version] })
    expect(await owed(early)).toMatchObject({ version })
    expect(toOutcome(await accept(early, version + 1))).toBe('409 TERMS_NOT_CURRENT')
    expect(toOutcome(await accept(early, version))).toBe('200')
    expect(await owed(early)).toBeUndefined()
    expect(await accepted(early.email)).toEqual({ accepted_terms: version, kept: [version] })
  })

  it('must be accepted again by existing people only if a new version requires acceptance', async () => {
    const person = await app.signUp()
    await publishText('terms', 'A comma', false)
    expect(await owed(person)).toBeUndefined()
    const version = await publishText('terms', 'Another deal', true)
    expect(await owed(person)).toMatchObject({ version })
    expect(await owed(await app.signUp())).toBeUndefined()
    expect(toOutcome(await accept(person, version))).toBe('200')
  })

  it('block writing, but not reading, for people who have not accepted the terms after 30 days', async () => {
    const [ann, bob] = [await app.profiled(), await app.profiled()]
    const room = await app.room(ann, bob)
    const tab = await app.live(ann)
    const version = await publishText('terms', 'A third deal', true)
    await age(TERMS_GRACE_DAYS - 1)
    expect(await tab.send(room.id, 'In time')).toMatchObject({ ok: true })

    await age(TERMS_GRACE_DAYS + 1)
    expect(await tab.send(room.id, 'Too late')).toMatchObject({ ok: false, code: 'TERMS_NOT_ACCEPTED' })
    const message = { client_id: crypto.randomUUID(), content: 'Too late' }
    const post = (path: string, body?: unknown) => app.api(ann, 'POST', path, body).then((answer) => toOutcome(answer))
    expect(await post(`/api/chat-rooms/${room.id}/messages`, message)).toBe('403 TERMS_NOT_ACCEPTED')
    expect(await post('/api/connection-requests', { receiver_id: owner.id, message: 'Hello' })).toBe(
      '403 TERMS_NOT_ACCEPTED',
    )
    const upload = await fetch(`${app.url}/api/profiles/${ann.id}/picture`, {
      method: 'PUT',
      headers: { cookie: toCookieHeader(ann), 'content-type': 'image/png' },
      body: 'x',
    })
    expect([upload.status, await upload.text()]).toEqual([403, expect.stringContaining('TERMS_NOT_ACCEPTED')])
    expect((await app.allMessages(ann, room.id)).map(({ content }) => content)).toEqual(['In time'])
    expect((await fetch(`${app.url}/api/account/data`, { headers: { cookie: toCookieHeader(ann) } })).status).toBe(200)
    expect(await post('/api/blocks', { person_id: bob.id })).toBe('200')

    expect(toOutcome(await accept(ann, version))).toBe('200')
    expect(await post('/api/connection-requests', { receiver_id: owner.id, message: 'Hello' })).toBe('201')
  })
})
