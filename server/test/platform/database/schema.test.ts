import { randomUUID } from 'node:crypto'

import { type Column, getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cleanText } from '@kundig/contract/texts/sanitising'
import { createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

import * as auth from '../../../src/tables/auth.ts'
import * as chat from '../../../src/tables/chat.ts'
import * as connectionRequests from '../../../src/tables/connection-requests.ts'
import * as ledger from '../../../src/tables/ledger.ts'
import * as notifications from '../../../src/tables/notifications.ts'
import * as operations from '../../../src/tables/operations.ts'
import * as payments from '../../../src/tables/payments.ts'
import * as platform from '../../../src/tables/platform.ts'
import * as profiles from '../../../src/tables/profiles.ts'
import * as reviews from '../../../src/tables/reviews.ts'
import * as safety from '../../../src/tables/safety.ts'
import * as waitingList from '../../../src/tables/waiting-list.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Tables of all files in `tables/`. The test reports a database table without a TypeScript description. */
const ours = [
  auth,
  chat,
  connectionRequests,
  ledger,
  notifications,
  operations,
  payments,
  platform,
  profiles,
  reviews,
  safety,
  waitingList,
].flatMap((tables) => Object.values<unknown>(tables).filter((table) => is(table, PgTable)))

describe('the TypeScript types of the tables', () => {
  // spec 1.21, 8.18
  it('match the database in every column’s name, type and nullability', async () => {
    const rows = await database.sql.query<{ table_name: string; column_name: string; type: string; nullable: boolean }>(
      `SELECT table_name, column_name, is_nullable = 'YES' AS nullable, format_type(atttypid, atttypmod) AS type
       FROM information_schema.columns
       JOIN pg_attribute ON attrelid = format('%I.%I', table_schema, table_name)::regclass AND attname = column_name
       WHERE table_schema = 'public' AND table_name <> 'migrations'
       ORDER BY table_name, column_name`,
    )
    const described = ours.flatMap((table) =>
      Object.values<Column>(getTableColumns(table)).map((column) => ({
        table_name: getTableName(table),
        column_name: column.name,
        type: column.getSQLType().replace('timestamp (3) with time zone', 'timestamp(3) with time zone'),
        nullable: !column.notNull,
      })),
    )
    const key = (row: { table_name: string; column_name: string }): string => `${row.table_name}.${row.column_name}`
    expect(described.toSorted((a, b) => key(a).localeCompare(key(b)))).toEqual(
      rows.toSorted((a, b) => key(a).localeCompare(key(b))),
    )
  })
})

describe('the database', () => {
  it('all constraints of the database are validated', async () => {
    expect(await database.sql.query('SELECT conname FROM pg_constraint WHERE NOT convalidated')).toEqual([])
  })

  it('does not delete a person who has a room, so that no message is lost', async () => {
    const { query } = database.sql
    const [ann, bob, cas] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [ann, bob, cas]) {
      await query('INSERT INTO "user" (id, name, email) VALUES ($1, $2, $3)', [id, 'A', `${id}@example.com`])
      await query(
        `INSERT INTO profiles (id, full_name, expertise_category, is_public) VALUES ($1, 'A', 'education', true)`,
        [id],
      )
    }
    const roomId = randomUUID()
    await query('INSERT INTO chat_rooms (id, participant_ids, last_seq) VALUES ($1, $2, 2)', [
      roomId,
      [ann, bob].toSorted(),
    ])
    for (const [index, id] of [ann, bob].entries()) {
      await query('INSERT INTO room_members (room_id, user_id) VALUES ($1, $2)', [roomId, id])
      await query(
        `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'Hello', now(), now())`,
        [roomId, index + 1, id, randomUUID()],
      )
    }
    for (const statement of [
      'DELETE FROM "user" WHERE id = $1',
      'DELETE FROM profiles WHERE id = $1',
      'DELETE FROM room_members WHERE user_id = $1',
    ])
      await expect(query(statement, [ann])).rejects.toMatchObject({ code: '23001' })
    expect(await query('SELECT seq FROM chat_messages WHERE room_id = $1 ORDER BY seq', [roomId])).toEqual([
      { seq: 1 },
      { seq: 2 },
    ])
    await query('DELETE FROM "user" WHERE id = $1', [cas])
    expect(await query('SELECT 1 FROM profiles WHERE id = $1', [cas])).toEqual([])
  })

  describe('folding of letters', () => {
    async function fold(texts: readonly string[]): Promise<string[]> {
      const rows = await database.sql.query<{ folded: string }>(
        'SELECT fold_letters(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS t (text, place) ORDER BY place',
        [texts],
      )
      return rows.map(({ folded }) => folded)
    }

    it.each([
      ['Zoë ZOE\u0308', 'zoe zoe'],
      ['Łukasz Çelik', 'lukasz celik'],
      ['İstanbul Yıldız', 'istanbul yildiz'],
      ['Groß Kjær Þór Đặng', 'gross kjaer thor dang'],
      [`O'Rourke O’Rourke O‘Rourke Oʼ´\`Rourke`, 'orourke orourke orourke orourke'],
      ['Jan-Willem Jan‐Willem Jan–Willem', 'jan willem jan willem jan willem'],
      ['ﬁne Ⅳ ｆｕｌｌ ﾊﾝｶｸ', 'fine iv full ハンカク'],
      ['  two   words ', 'two words'],
      ['ΟΔΥΣΣΕΑΣ Οδυσσέας', 'οδυσσεασ οδυσσεασ'],
      ['Ёлка', 'елка'],
      ['अनिता', 'अनिता'],
      ['مُحَمَّد علی\u200Cرضا', 'محمد عليرضا'],
      ['שָׁלוֹם', 'שלומ'],
      ['a < b & 100%', 'a < b & 100%'],
    ])('turns %j into %j', async (text, folded) => {
      expect(await fold([text])).toEqual([folded])
    })

    it('folds every common letter of Latin alphabets', async () => {
      const latin = Array.from({ length: 0x24f - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index)).filter(
        (letter) => /\p{Script=Latin}/u.test(letter),
      )
      const folded = await fold(latin)
      const rest = latin.filter((_letter, index) => !/^[a-z]+$/u.test(folded[index] ?? ''))
      // Only letters for clicks, tones and old spellings are not converted to a–z.
      expect(rest.join('')).toBe('ĸƄƅƍƕƖƛƢƣƦƧƨƩƪƱƷƸƹƺƻƼƽƾƿǀǁǂǃǮǯǶǷȜȝȢȣȸȹɁɂ')
    })

    it('does not change a folded text again', async () => {
      const texts = fc.array(fc.string({ unit: 'grapheme' }).map(cleanText), { minLength: 20, maxLength: 50 })
      await fc.assert(
        fc.asyncProperty(texts, async (given) => {
          const once = await fold(given)
          expect(await fold(once)).toEqual(once)
        }),
        { numRuns: 100 },
      )
    })
  })

  // spec 5.56, 6.24
  it.each([
    ['a third participant', `INSERT INTO chat_rooms (participant_ids) VALUES (ARRAY[uuidv7(), uuidv7(), uuidv7()])`],
    // spec 3.11
    [
      'unsorted participants',
      `INSERT INTO chat_rooms (participant_ids) VALUES (ARRAY['ffffffff-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000000']::uuid[])`,
    ],
    // spec 3.13
    [
      'a closed room without its time',
      `INSERT INTO chat_rooms (participant_ids, status) VALUES (ARRAY['00000000-0000-7000-8000-000000000000', 'ffffffff-0000-7000-8000-000000000000']::uuid[], 'closed')`,
    ],
    ['a capital in an address', `INSERT INTO "user" (id, name, email) VALUES (uuidv7(), '', 'A@example.com')`],
  ])('refuses %s', async (_what, statement) => {
    await expect(database.sql.query(statement)).rejects.toThrow('violates check constraint')
  })
})
