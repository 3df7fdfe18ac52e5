import { describe, expect, it } from 'vitest'

import type { FoundMessages } from '@kundig/contract/chat/message-search'
import { createPdf } from '@kundig/testing/files/made-files'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { useModeratedRoom } from '@kundig/testing/people/use-moderated-room'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
const two = useModeratedRoom(app)

const toPath = (query: string, more: Record<string, string> = {}): string =>
  `/api/messages?${new URLSearchParams({ query, ...more })}`
const search = (person: Person, query: string, more?: Record<string, string>) =>
  app.must<FoundMessages>(person, 'GET', toPath(query, more))
const find = async (person: Person, query: string, more?: Record<string, string>): Promise<string[]> =>
  (await search(person, query, more)).items.map(({ match }) =>
    match.map(({ text, is_marked }) => (is_marked ? `[${text}]` : text)).join(''),
  )
const send = async (...texts: string[]): Promise<void> => {
  for (const text of texts) await app.send(two.ann, two.room.id, text)
}

describe('a search of messages', () => {
  it('finds words and beginnings of words, and ignores accents and signs', async () => {
    await send('Drie kozijnen voor €40', 'Crème brûlée, l’été', '100% sure', '木の窓')
    const found: Record<string, string[]> = {
      kozijn: ['Drie [kozijnen] voor €40'],
      'KOZIJNEN drie': ['[Drie] [kozijnen] voor €40'],
      ozijn: [],
      creme: ['[Crème] brûlée, l’été'],
      'Brulee lete': ['Crème [brûlée], [l’été]'],
      '40': ['Drie kozijnen voor €[40]'],
      '€ 40': ['Drie kozijnen voor €[40]'],
      '%': [],
      _: [],
      '100%': ['[100]% sure'],
      'sur*': ['100% [sure]'],
      "sure' & !100": ['[100]% [sure]'],
      'kozijnen sure': [],
      木: ['[木]の窓'],
      '   ': [],
    }
    for (const [query, texts] of Object.entries(found)) {
      for (const person of [two.ann, two.bob]) expect(await find(person, query), query).toEqual(texts)
    }
  })

  it('finds all words of a block with the same beginning', async () => {
    await send('木 dak', 'Dakgoot wit', 'wit dakraam', 'wit en dakkapel', 'zolder')
    expect(await find(two.ann, 'dak')).toEqual(['wit en [dakkapel]', 'wit [dakraam]', '[Dakgoot] wit', '木 [dak]'])
    expect(await find(two.ann, 'wit dak')).toEqual(['[wit] en [dakkapel]', '[wit] [dakraam]', '[Dakgoot] [wit]'])
    expect(await find(two.ann, 'dakr')).toEqual(['wit [dakraam]'])
  })

  it('finds one letter, and refuses a query that is too long or has no text', async () => {
    await send('A b c', 'Nothing')
    expect(await find(two.ann, 'b')).toEqual(['A [b] c'])
    for (const query of ['x'.repeat(201), 'x'.repeat(10_000), 'a\u0000'])
      expect(await app.api(two.ann, 'GET', toPath(query))).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      })
  })

  it('finds a file by its name, and marks the result as a file', async () => {
    await sendFileOrThrow(app.url, two.bob, two.room.id, {
      content: createPdf(),
      name: 'Offerte dakkapel.pdf',
    })
    expect(await search(two.ann, 'dakkapel')).toMatchObject({
      items: [{ room_id: two.room.id, seq: 1, sender_id: two.bob.id, partner: { id: two.bob.id }, is_file: true }],
      next_cursor: null,
    })
    expect(await find(two.ann, 'shared')).toEqual([])
  })

  it('does not find texts that were edited, deleted or removed', async () => {
    await send('first apple', 'second apple', 'third apple', 'fourth apple')
    expect(await find(two.bob, 'apple')).toHaveLength(4)
    await two.edit(two.ann, 1, 'first pear')
    await two.remove(two.ann, 2)
    await two.moderation.remove(two.room.id, 3)
    const forgotten = await app.sql('SELECT FROM message_words WHERE room_id = $1', [two.room.id])
    expect(forgotten).toEqual([])
    expect(await find(two.bob, 'apple')).toEqual(['fourth [apple]'])
    expect(await find(two.bob, 'pear')).toEqual(['first [pear]'])
  })

  it('finds all messages while texts change', async () => {
    await send('word 0', 'other')
    for (let nth = 1; nth <= 8; nth++) {
      await Promise.all([
        two.edit(two.ann, 1, `word ${nth}`),
        find(two.ann, 'word'),
        find(two.bob, 'word'),
        app.send(two.bob, two.room.id, `more ${nth}`),
      ])
      expect(await find(two.bob, `word ${nth}`)).toEqual([`[word] [${nth}]`])
      expect(await find(two.ann, `word ${nth - 1}`)).toEqual([])
      expect(await find(two.ann, 'more')).toHaveLength(nth)
    }
  })

  it('finds messages only in the person’s own rooms, open or closed', async () => {
    const [eve, room] = [await app.profiled(), await app.room(two.ann, await app.profiled())]
    await send('apple of two')
    await app.send(two.ann, room.id, 'apple of others')
    expect(await find(two.ann, 'apple')).toEqual(['[apple] of others', '[apple] of two'])
    expect(await find(two.ann, 'apple', { room_id: two.room.id })).toEqual(['[apple] of two'])
    expect(await find(two.bob, 'apple')).toEqual(['[apple] of two'])
    expect(await find(eve, 'apple')).toEqual([])
    for (const room_id of [two.room.id, crypto.randomUUID()])
      expect(await app.api(eve, 'GET', toPath('apple', { room_id }))).toMatchObject({
        status: 404,
        body: { code: 'ROOM_NOT_FOUND' },
      })
    await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/close`)
    expect(await find(two.bob, 'apple')).toEqual(['[apple] of two'])
  })

  it('pages through many messages of several rooms, newest first, each once', async () => {
    const rooms = [two.room, ...(await Promise.all([1, 2].map(async () => app.room(two.ann, await app.profiled()))))]
    const ids = rooms.map(({ id }) => id)
    await app.sql(
      `WITH made AS (
        INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
        SELECT id, seq, $2, gen_random_uuid(), CASE WHEN seq % 3 = 0 THEN 'apple ' ELSE 'pear ' END || seq, at, at
        FROM unnest($1::uuid[]) WITH ORDINALITY AS room (id, nth), generate_series(1, 400) AS seq,
          LATERAL (SELECT date_trunc('minute', now()) - make_interval(days => nth::int * 2, mins => (400 - seq) / 2)) AS made (at)
      )
      UPDATE chat_rooms SET last_seq = 400 WHERE id = ANY ($1::uuid[])`,
      [ids, two.ann.id],
    )
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: FoundMessages = await search(two.ann, 'app', cursor ? { cursor } : {})
      found.push(
        ...page.items.map(({ created_at, room_id, seq }) => `${created_at} ${room_id} ${String(seq).padStart(4, '0')}`),
      )
      cursor = page.next_cursor
    }
    expect(found).toHaveLength(3 * 133)
    expect(new Set(found).size).toBe(3 * 133)
    expect(found).toEqual(found.toSorted().toReversed())
    expect(await app.api(two.ann, 'GET', toPath('app', { cursor: 'x' }))).toMatchObject({ status: 400 })
  })

  // A mask has 64 bits. These counts test block ends, and pages that end at a block end.
  it.each([63, 64, 65, 83, 127, 148])('finds each of %i messages', async (count) => {
    await app.sql(
      `WITH made AS (
        INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
        SELECT $1, seq, $2, gen_random_uuid(), 'apple', now(), now() FROM generate_series(1, $3::int) AS seq
      )
      UPDATE chat_rooms SET last_seq = $3 WHERE id = $1`,
      [two.room.id, two.ann.id, count],
    )
    const found: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: FoundMessages = await search(two.ann, 'apple', cursor ? { cursor } : {})
      found.push(...page.items.map(({ seq }) => seq))
      cursor = page.next_cursor
    }
    expect(found).toEqual(Array.from({ length: count }, (_, index) => count - index))
  })

  it('indexes long texts of many different letters', async () => {
    await app.sql(
      `WITH made AS (
        INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
        SELECT $1, seq, $2, gen_random_uuid(),
          (SELECT string_agg(chr(131072 + seq * 900 + n), ' ') FROM generate_series(1, 900) AS n), now(), now()
        FROM generate_series(1, 64) AS seq
      )
      UPDATE chat_rooms SET last_seq = 64 WHERE id = $1`,
      [two.room.id, two.ann.id],
    )
    expect((await search(two.bob, String.fromCodePoint(131_072 + 64 * 900 + 9))).items).toMatchObject([{ seq: 64 }])
  })
})
