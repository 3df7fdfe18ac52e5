import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import { readDocumentedStatements } from '@kundig/testing/database/documented-statements'
import { type ContentModeration, openContentModeration } from '@kundig/testing/people/content-moderation'
import { toCookieHeader, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

/** `others` may see the profile. `hidden` means other people after it is hidden. `moderators` read reported texts. */
type Reader = 'others' | 'hidden' | 'moderators' | 'export'
interface Decision {
  set: string
  readers: readonly Reader[]
  only?: 'shown' | 'hidden'
  /** True if the removal in docs/operating/people.md empties the column. */
  erased: boolean
}
const column = (set: string, readers: string, erased: 'erased' | 'kept'): Decision => ({
  set,
  readers: readers.split(' ').filter((reader): reader is Reader => reader !== ''),
  erased: erased === 'erased',
})

const TIME = "'2001-02-03T04:05:06Z'"
const LATER = "'2031-02-03T04:05:06Z'"

const TABLES: Record<string, { row?: string; columns: Record<string, Decision> }> = {
  user: {
    columns: {
      name: column("name = 'Other'", 'export', 'erased'),
      email: column("email = 'other-' || email", 'export', 'erased'),
      email_verified: column('email_verified = NOT email_verified', 'others export', 'erased'),
      image: column("image = 'other.png'", '', 'erased'),
      two_factor_enabled: column('two_factor_enabled = NOT two_factor_enabled', 'export', 'kept'),
      is_restricted: column('is_restricted = NOT is_restricted', '', 'kept'),
      accepted_terms: column('accepted_terms = accepted_terms + 1', '', 'kept'),
      created_at: column(`created_at = ${TIME}`, 'export', 'kept'),
      updated_at: column(`updated_at = ${TIME}`, 'export', 'erased'),
    },
  },
  profiles: {
    columns: {
      full_name: column("full_name = 'Other'", 'others hidden moderators export', 'erased'),
      bio: column("bio = 'Other'", 'others moderators export', 'erased'),
      expertise_category: column(
        "expertise_category = 'education', expertise_custom = NULL",
        'others hidden moderators export',
        'erased',
      ),
      expertise_custom: column("expertise_custom = 'Other'", 'others moderators export', 'erased'),
      picture_version: column(`picture_version = repeat('b', 32)`, 'others export', 'erased'),
      is_public: { ...column('is_public = NOT is_public', 'others export', 'erased'), only: 'shown' },
      hidden_at: { ...column(`hidden_at = ${TIME}`, 'export', 'kept'), only: 'hidden' },
      public_once_shown: {
        ...column('public_once_shown = NOT public_once_shown', 'export', 'kept'),
        only: 'hidden',
      },
      headline: column("headline = 'Other'", 'others moderators export', 'erased'),
      languages: column(`languages = '{tr}'`, 'others export', 'erased'),
      town: column("town = 'Other'", 'others moderators export', 'erased'),
      online: column('online = NOT online', 'others export', 'erased'),
      price_euros: column('price_euros = 61', 'others export', 'erased'),
      price_unit: column("price_unit = 'from'", 'others export', 'erased'),
      review_count: column('review_count = 3, review_sum = 12', 'others export', 'kept'),
      review_sum: column('review_count = 3, review_sum = 15', 'others export', 'kept'),
      search_names: column("search_names = 'other'", '', 'erased'),
      search_words: column("search_words = 'other'", '', 'erased'),
      created_at: column(`created_at = ${TIME}`, 'others hidden export', 'kept'),
      updated_at: column(`updated_at = ${TIME}`, 'others hidden export', 'erased'),
    },
  },
  email_confirmations: {
    row: `(user_id, email, method) SELECT id, email, 'session' FROM "user" WHERE id = $1`,
    columns: {
      email: column("email = 'other@example.com'", 'export', 'erased'),
      method: column("method = 'reset'", 'export', 'erased'),
      confirmed_at: column(`confirmed_at = ${TIME}`, 'export', 'erased'),
    },
  },
  notification_settings: {
    row: `(user_id, language, time_zone, quiet_from, quiet_until, bounced_email)
      VALUES ($1, 'en', 'Europe/Amsterdam', 60, 120, 'bounced@example.com')`,
    columns: {
      language: column("language = 'nl'", 'export', 'erased'),
      time_zone: column("time_zone = 'Europe/Brussels'", 'export', 'erased'),
      quiet_from: column('quiet_from = 61', 'export', 'erased'),
      quiet_until: column('quiet_until = 121', 'export', 'erased'),
      previews: column('previews = NOT previews', 'export', 'erased'),
      mail_quotes: column('mail_quotes = NOT mail_quotes', 'export', 'erased'),
      mail_off: column(`mail_off = '{messages}'`, 'export', 'erased'),
      push_off: column(`push_off = '{messages}'`, 'export', 'erased'),
      bounced_email: column("bounced_email = 'other@example.com'", 'export', 'erased'),
      updated_at: column(`updated_at = ${TIME}`, 'export', 'erased'),
    },
  },
  presence: {
    row: '(user_id, active_at) VALUES ($1, now())',
    columns: {
      active_at: column(`active_at = ${TIME}`, 'export', 'erased'),
      hides_activity: column('hides_activity = true, active_at = NULL', 'export', 'erased'),
      hides_reads: column('hides_reads = NOT hides_reads', 'export', 'erased'),
    },
  },
  // Triggers copy these columns to stripe_links and seller_states, which the export reads.
  users: {
    row: `(id, stripe_customer_id, stripe_connect_account_id, transfers_status)
      SELECT id, 'cus_' || id, 'acct_' || id, 'active' FROM "user" WHERE id = $1`,
    columns: {
      stripe_customer_id: column("stripe_customer_id = 'cus_other' || id", '', 'erased'),
      stripe_connect_account_id: column("stripe_connect_account_id = 'acct_other' || id", 'export', 'erased'),
      transfers_status: column("transfers_status = 'pending'", 'export', 'erased'),
      requirements_due: column(`requirements_due = '{identity}'`, 'export', 'erased'),
      created_at: column(`created_at = ${TIME}`, 'export', 'erased'),
      updated_at: column(`updated_at = ${TIME}`, 'export', 'erased'),
    },
  },
  operator_roles: {
    row: "(user_id, role) VALUES ($1, 'viewer')",
    columns: {
      role: column("role = 'moderator'", 'export', 'kept'),
      created_at: column(`created_at = ${TIME}`, 'export', 'kept'),
      updated_at: column(`updated_at = ${TIME}`, 'export', 'kept'),
    },
  },
  payment_cancellations_of_people: {
    row: '(person_id, due_at) VALUES ($1, now())',
    columns: { due_at: column(`due_at = ${TIME}`, '', 'kept') },
  },
  // This table is tested last, because its changes hide the profile from other people.
  standings: {
    row: `(account_id, state, until) VALUES ($1, 'suspended', ${LATER})`,
    columns: {
      state: column("state = 'banned', until = NULL", 'export', 'kept'),
      until: column(`until = '2032-02-03T04:05:06Z'`, 'export', 'kept'),
      since: column(`since = ${TIME}`, 'export', 'kept'),
    },
  },
}

const app = useTestApp()
let moderation: ContentModeration
let people: { shown: Person; hidden: Person; reader: Person }
let requestToHidden: string
beforeAll(async () => {
  moderation = await openContentModeration(app)
  people = { shown: await app.profiled(), hidden: await app.profiled(), reader: await app.profiled() }
  for (const { id } of [people.shown, people.hidden]) {
    await app.sql(`UPDATE "user" SET name = 'Ada', image = 'a.png', email_verified = true WHERE id = $1`, [id])
    await app.sql(
      `UPDATE profiles SET bio = 'Bio', expertise_category = NULL, expertise_custom = 'Bees', is_public = true,
         picture_version = repeat('a', 32), headline = 'Keeper', languages = '{nl}', town = 'Delft', online = true,
         price_euros = 60, price_unit = 'hour' WHERE id = $1`,
      [id],
    )
  }
  requestToHidden = (await app.request(people.reader, people.hidden, 'Hello')).id
  await moderation.hide(people.hidden.id)
})
afterAll(() => moderation.close())

type FoundTable = Record<'name' | 'key', string> & { columns: string[] }

/** Finds tables whose primary key is a person's id, with their other stored columns. */
const foundTables = () =>
  app.sql<FoundTable>(
    `SELECT table_name AS name, min(k.attname) AS key, array_agg(column_name::text ORDER BY column_name) AS columns
     FROM pg_constraint p
     JOIN pg_attribute k ON k.attrelid = p.conrelid AND p.conkey = ARRAY[k.attnum]
     JOIN information_schema.columns c ON format('%I', c.table_name)::regclass = p.conrelid AND column_name <> k.attname
     WHERE table_schema = 'public' AND is_generated = 'NEVER' AND p.contype = 'p' AND (p.conrelid = '"user"'::regclass
       OR EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = p.conrelid AND f.conkey = p.conkey AND f.contype = 'f'
         AND f.confrelid IN ('"user"'::regclass, 'profiles'::regclass)))
     GROUP BY table_name`,
  )

async function exported(who: Person): Promise<string> {
  const answer = await fetch(`${app.url}/api/account/data`, { headers: { cookie: toCookieHeader(who) } })
  return (await answer.text()).replace(/"made_at":"[^"]*"/u, '')
}

type Answers = Partial<Record<Reader, string>>

async function read(who: Person): Promise<Answers> {
  const [profile, texts, file] = await Promise.all([profileFor(who), moderation.profiles.read(who.id), exported(who)])
  return { ...profile, moderators: texts?.content ?? '', export: file }
}

async function profileFor(who: Person): Promise<Answers> {
  if (who === people.hidden) {
    const { body } = await app.api<ConnectionRequest>(
      people.reader,
      'GET',
      `/api/connection-requests/${requestToHidden}`,
    )
    return { hidden: JSON.stringify(body.counterpart) }
  }
  return { others: JSON.stringify((await app.api(people.reader, 'GET', `/api/profiles/${who.id}`)).body) }
}

const READERS: readonly Reader[] = ['export', 'hidden', 'moderators', 'others']

/** Finds the readers of each column. Their answers change when the column's value changes. */
async function readersOf(who: Person, table: FoundTable): Promise<Map<string, Reader[]>> {
  const { name, key } = table
  const { row, columns } = TABLES[name] ?? { columns: {} }
  if (row) await app.sql(`INSERT INTO "${name}" ${row}`, [who.id])
  const [kept] = await app.sql<{ row: unknown }>(`SELECT to_jsonb(t) AS row FROM "${name}" t WHERE ${key} = $1`, [
    who.id,
  ])
  const names = table.columns.join(', ')
  const before = await read(who)
  const readers = new Map<string, Reader[]>()
  for (const [columnName, { set, only }] of Object.entries(columns)) {
    if (only !== undefined && people[only] !== who) continue
    await app.sql(`UPDATE "${name}" SET ${set} WHERE ${key} = $1`, [who.id])
    const after = await read(who)
    readers.set(
      columnName,
      READERS.filter((reader) => before[reader] !== after[reader]),
    )
    await app.sql(
      `UPDATE "${name}" SET (${names}) = (SELECT ${names} FROM jsonb_populate_record(NULL::"${name}", $2)) WHERE ${key} = $1`,
      [who.id, JSON.stringify(kept?.row)],
    )
  }
  return readers
}

const decided = <Kept>(keep: (decision: Decision) => Kept): [string, Kept][] =>
  Object.entries(TABLES).flatMap(([name, { columns }]) =>
    Object.entries(columns).map(([columnName, decision]): [string, Kept] => [`${name}.${columnName}`, keep(decision)]),
  )

describe('each column of the tables with one row per person', () => {
  it('has a decision for other people, hidden profiles, moderators, export and removal', async () => {
    const found = await foundTables()
    expect(Object.fromEntries(found.map(({ name, columns }) => [name, columns]))).toEqual(
      Object.fromEntries(Object.entries(TABLES).map(([name, { columns }]) => [name, Object.keys(columns).toSorted()])),
    )
  })

  it('is visible only to its permitted readers', { timeout: 60_000 }, async () => {
    const tables = new Map((await foundTables()).map((table) => [table.name, table]))
    const actual: Record<string, Reader[]> = {}
    for (const name of Object.keys(TABLES)) {
      const table = tables.get(name)
      if (!table) throw new Error(`There is no table ${name}`)
      const both = await Promise.all([people.shown, people.hidden].map((who) => readersOf(who, table)))
      for (const one of table.columns) {
        actual[`${name}.${one}`] = [...new Set(both.flatMap((readers) => readers.get(one) ?? []))].toSorted()
      }
    }
    expect(actual).toEqual(Object.fromEntries(decided(({ readers }) => readers.toSorted())))
  })

  it('is emptied by the removal in docs/operating/people.md, unless kept by decision', async () => {
    const tables = await foundTables()
    const valuesOf = async ({ id }: Person): Promise<Map<string, unknown>> => {
      const values = new Map<string, unknown>()
      for (const { name, key, columns } of tables) {
        const [found] = await app.sql<{ row: Record<string, unknown> }>(
          `SELECT to_jsonb(t) AS row FROM "${name}" t WHERE ${key} = $1`,
          [id],
        )
        for (const one of columns) values.set(`${name}.${one}`, JSON.stringify(found?.row[one]))
      }
      return values
    }
    await app.sql(`UPDATE profiles SET expertise_category = 'education', expertise_custom = NULL WHERE id = $1`, [
      people.hidden.id,
    ])
    const erased = new Set<string>()
    for (const who of [people.shown, people.hidden]) {
      const before = await valuesOf(who)
      await app.sql(readDocumentedStatements('Out', who.id))
      await app.sql(readDocumentedStatements('Gone', who.id))
      const after = await valuesOf(who)
      for (const [name, value] of before) if (after.get(name) !== value) erased.add(name)
    }
    const wanted = decided((decision) => decision.erased).flatMap(([name, isErased]) => (isErased ? [name] : []))
    expect([...erased].toSorted()).toEqual(wanted.toSorted())
  })
})
