import { randomUUID } from 'node:crypto'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'
import { toOutcome } from '@kundig/testing/people/outcome'
import { A_PROFILE, type Person, type ProfileInput } from '@kundig/testing/people/test-client'

import { describeRace, times } from '../answers.ts'
import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'

export async function attackProfilesAndRequests(environment: TestEnvironment, report: Report): Promise<void> {
  const { site } = environment
  const person = await site.profiled()
  const save = (changes: object) =>
    site.api<OwnProfile>(person, 'PUT', `/api/profiles/${person.id}`, { ...A_PROFILE, ...changes })
  const search = async (query: Record<string, string>): Promise<string[]> => {
    const { items } = await site.must<{ items: Profile[] }>(
      null,
      'GET',
      `/api/profiles?${new URLSearchParams({ limit: '60', ...query }).toString()}`,
    )
    return items.map(({ full_name }) => full_name).toSorted()
  }

  await report.guarantee('Zoë, 李, O’Brien, Jean-Luc Jr.: accepted', async (attempt) => {
    for (const full_name of ['Zoë', '李', "O'Brien", 'O’Brien', 'Jean-Luc Jr.', 'Łukasz', 'محمد']) {
      await attempt(full_name, async () => (await save({ full_name })).body.full_name, full_name)
    }
  })

  await report.guarantee('Digits, markup, RTL override, NUL in a name: refused', async (attempt) => {
    const names = [
      'Ada1',
      'Ada<script>',
      'Ada \u202Eada',
      'Ada\u0000',
      'Ada\u200B<',
      '${7*7}',
      '{{7}}',
      'Ada\u0007',
      'a'.repeat(101),
    ]
    for (const full_name of names) {
      await attempt(
        JSON.stringify(full_name.slice(0, 20)),
        () => save({ full_name }),
        /^400 NAME_(?:INVALID|TOO_LONG)$/u,
      )
      await attempt(
        `${JSON.stringify(full_name.slice(0, 20))}, waiting`,
        () =>
          site.api(null, 'POST', '/api/waiting-list', {
            full_name,
            email: `${randomUUID()}@example.com`,
            category: 'education',
            consent: true,
          }),
        /^400 (?:WAITING_NAME_INVALID|NAME_TOO_LONG)$/u,
      )
    }
  })

  await report.guarantee('A 501-character bio: refused', async (attempt) => {
    await attempt('501', () => save({ bio: 'x'.repeat(501) }), '400 BIO_TOO_LONG')
    await attempt('501 emoji', () => save({ bio: '🦉'.repeat(501) }), '400 BIO_TOO_LONG')
    await attempt('500 emoji', async () => (await save({ bio: '🦉'.repeat(500) })).body.bio, '🦉'.repeat(500))
    await attempt('NUL', () => save({ bio: 'a\u0000b' }), '400 TEXT_INVALID')
    await attempt('20,001', () => save({ bio: 'x'.repeat(20_001) }), '400 BIO_TOO_LONG')
  })

  await report.guarantee('%, _, (a+)+$, OR 1=1: taken literally', async (attempt) => {
    const odd = await site.profiled({
      full_name: 'Odd Signs',
      expertise: { type: 'custom', value: String.raw`100% a_b c\d (a+)+$ ' OR 1=1 zzq` },
    })
    const queries = [
      '%',
      '_',
      '%%',
      'b_b',
      '(a+)+$',
      "' OR 1=1",
      '.*',
      '\\',
      "'; DROP TABLE profiles; --",
      'zz%q',
      'zz_',
    ]
    const everyone = (await site.must<{ items: Profile[] }>(null, 'GET', '/api/profiles?limit=60')).items
    for (const query of queries) {
      const holding = everyone
        .filter(({ full_name, expertise }) =>
          `${full_name}\n${typeof expertise === 'string' ? '' : expertise.value}`.includes(query),
        )
        .map(({ full_name }) => full_name)
        .toSorted()
      // Punctuation in a query counts as spaces. No character is a wildcard or pattern.
      const words = query.replaceAll(/[^a-z0-9]+/giu, ' ').trim()
      const byWords = words === '' ? [] : await search({ query: words })
      await attempt(query, async () => {
        const found = await search({ query })
        const beyond = found.filter((name) => !holding.includes(name) && !byWords.includes(name))
        return [...beyond, ...holding.filter((name) => !found.includes(name))]
      }, [])
    }
    const slow = `${'a'.repeat(190)}!`
    await attempt('a pattern with exponential cost', () => search({ query: `(a+)+$${slow.slice(0, 180)}` }), [])
    for (const query of ['query=%00', 'query[$ne]=1', `query=${'x'.repeat(201)}`, 'category=X%20Y', 'cursor=x']) {
      await attempt(query.slice(0, 30), () => site.api(null, 'GET', `/api/profiles?${query}`), '400 INVALID_INPUT')
    }
    await attempt(
      'the profile still exists',
      async () => (await site.api(null, 'GET', `/api/profiles/${odd.id}`)).status,
      200,
    )
  })

  await report.guarantee('Unknown fields, __proto__: refused', async (attempt) => {
    const fields = ['role', 'is_admin', 'id2', 'user_id', 'constructor', 'toString', 'email_verified']
    for (const field of fields) {
      await attempt(field, () => save({ [field]: 'x' }), '400 INVALID_INPUT')
    }
    const body = (extra: string): string => `${JSON.stringify(A_PROFILE).slice(0, -1)},${extra}}`
    for (const extra of ['"__proto__":{"is_admin":true}', '"constructor":{"prototype":{"is_admin":true}}']) {
      await attempt(
        extra,
        () => site.api(person, 'PUT', `/api/profiles/${person.id}`, body(extra)),
        '400 INVALID_INPUT',
      )
    }
    await attempt(
      'in the expertise',
      () => save({ expertise: { type: 'custom', value: 'x', role: 'admin' } }),
      /^400 /u,
    )
    const other = await site.profiled()
    await attempt(
      'another id in the body',
      () => save({ id: other.id, full_name: 'Taken Over' }),
      /^(?:200|400 |403 )/u,
    )
    await attempt(
      'whose profile is as it was',
      async () => (await site.must<Profile>(null, 'GET', `/api/profiles/${other.id}`)).full_name,
      A_PROFILE.full_name,
    )
  })

  await report.guarantee('a < b && c > d survives sanitising', async (attempt) => {
    for (const bio of ['a < b && c > d', '1 <2 & 3> 2', 'it\'s "fine" & done', 'x<y', 'I <3 you']) {
      await attempt(bio, async () => (await save({ bio })).body.bio, bio)
    }
    const nasty = [
      '<scr<script>ipt>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<svg/onload=alert(1)>',
      'java\nscript:alert(1)',
      '<a href="jav&#x09;ascript:alert(1)">x</a>',
    ]
    for (const bio of nasty) {
      await attempt(
        `but not ${bio}`,
        async () =>
          /<script|<img|<svg|<a |onerror\s*=|onload\s*=|javascript:/iu.test((await save({ bio })).body.bio ?? ''),
        false,
      )
    }
  })

  await report.guarantee('An emoji at the cut-off of a bio stays whole', async (attempt) => {
    for (const cutAt of [119, 120]) {
      const full_name = cutAt === 119 ? 'Emoji Early' : 'Emoji Late'
      const maker = await site.profiled({
        full_name,
        bio: `${'x'.repeat(cutAt - 1)}${'👩‍🚀'.repeat(20)}`,
      } satisfies Partial<ProfileInput>)
      const page = await (await fetch(`${site.url}/?q=${encodeURIComponent(full_name)}`)).text()
      await attempt(`cut at ${cutAt}`, () => page.includes(maker.id) && !/\uFFFD|\\ud83d(?!\\ud)/iu.test(page), true)
    }
  })

  const pair = (): Promise<[Person, Person]> => Promise.all([site.profiled(), site.profiled()])
  const decide = async (who: Person, id: string, decision: string): Promise<string> =>
    toOutcome(await site.api(who, 'POST', `/api/connection-requests/${id}/${decision}`))
  const roomsOf = async (who: Person): Promise<number> =>
    (await site.must<{ items: object[] }>(who, 'GET', '/api/chat-rooms')).items.length

  await report.guarantee('Accept ×50 at once: one room', async (attempt) => {
    const [sender, receiver] = await pair()
    const { id } = await site.request(sender, receiver)
    const came = await Promise.all(times(50, () => decide(receiver, id, 'accept')))
    await attempt('answers', () => describeRace(came), '1 won, others: 409 REQUEST_DECIDED')
    await attempt('rooms', () => roomsOf(sender), 1)
  })

  await report.guarantee('Accept against reject: one wins', async (attempt) => {
    const [sender, receiver] = await pair()
    let rooms = 0
    for (const round of times(10, (index) => index)) {
      const { id } = await site.request(sender, receiver)
      const order = round % 2 === 0 ? ['accept', 'reject'] : ['reject', 'accept']
      const came = await Promise.all(order.map((decision) => decide(receiver, id, decision)))
      await attempt(`round ${round + 1}`, () => describeRace(came), '1 won, others: 409 REQUEST_DECIDED')
      if (order[came.indexOf('200')] === 'accept') rooms++
      await attempt(`rooms after round ${round + 1}`, () => roomsOf(sender), rooms)
    }
  })

  await report.guarantee('To oneself, duplicate pending, zero-width-only: refused', async (attempt) => {
    const [sender, receiver] = await pair()
    const ask = async (receiver_id: string, message: string): Promise<string> =>
      toOutcome(await site.api(sender, 'POST', '/api/connection-requests', { receiver_id, message }))
    await attempt('to oneself', () => ask(sender.id, 'Dear me, myself'), '400 REQUEST_TO_SELF')
    await attempt('to oneself in capitals', () => ask(sender.id.toUpperCase(), 'Dear me, myself'), /^400 /u)
    for (const blank of ['', '   ', '\u200B\u200D\uFEFF', '\u2800\u3164']) {
      await attempt(JSON.stringify(blank), () => ask(receiver.id, blank), '400 MESSAGE_EMPTY')
    }
    for (const markup of ['<b></b>', '<!-- -->']) {
      await attempt(JSON.stringify(markup), () => ask(receiver.id, markup), '400 ONLY_MARKUP')
    }
    const came = await Promise.all(times(20, () => ask(receiver.id, 'Me again and again')))
    await attempt('20 at once', () => describeRace(came), '1 won, others: 409 REQUEST_PENDING')
  })

  await report.guarantee('The 101st pending request: the newest 100 are shown, none is lost', async (attempt) => {
    const receiver = await site.profiled()
    const senders = await environment.sql<{ id: string }>(
      `WITH made AS (INSERT INTO "user" (id, name, email) SELECT uuidv7(), '', uuidv4() || '@example.com'
         FROM generate_series(1, 101) RETURNING id)
       INSERT INTO profiles (id, full_name, expertise_category, is_public)
       SELECT id, 'One Of Many', 'education', true FROM made RETURNING id`,
    )
    await environment.sql(
      `INSERT INTO connection_requests (sender_id, receiver_id, message, created_at, updated_at)
       SELECT sender.id, $2, 'Hello', now() - sender.place * interval '1 minute', now()
       FROM unnest($1::uuid[]) WITH ORDINALITY AS sender (id, place)`,
      [senders.map(({ id }) => id), receiver.id],
    )
    const list = (): Promise<{ items: ConnectionRequest[]; total: number }> =>
      site.must(receiver, 'GET', '/api/connection-requests/pending')
    const first = await list()
    await attempt('all are counted', () => first.total, 101)
    await attempt(
      'the newest are shown',
      () => first.items.map(({ sender_id }) => sender_id),
      senders.slice(0, 100).map(({ id }) => id),
    )
    await decide(receiver, first.items[0]?.id ?? '', 'reject')
    await attempt('the oldest is there then', async () => (await list()).items.at(-1)?.sender_id, senders.at(-1)?.id)
  })
}
