import { randomUUID } from 'node:crypto'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { toOutcome } from '@kundig/testing/people/outcome'
import { A_PROFILE, type Tab } from '@kundig/testing/people/test-client'

import { formatTally, times } from '../answers.ts'
import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'
import { waitUntilClosed } from '../until.ts'

/** Remaining time of an expiring session (ms), enough for connecting. */
const SOON_MS = 8000

export async function attackChat(environment: TestEnvironment, report: Report): Promise<void> {
  const { site, sql } = environment
  const [ann, bob] = await Promise.all([site.profiled(), site.profiled()])
  const tab = await site.live(ann)
  const newRoom = async (): Promise<string> => (await site.room(ann, bob)).id
  const bySocket = async (by: Tab, roomId: string, content: string, clientId?: string): Promise<string> => {
    const answer = await by.send(roomId, content, clientId)
    return answer.ok ? '200' : answer.code
  }

  // The expiring session is opened first, so that it expires during other attempts.
  const sitting = await site.signIn(bob)
  const id = (await site.session(sitting))?.session_id
  await sql("UPDATE session SET expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1", [id, SOON_MS])
  const seat = await site.live(sitting)

  await report.guarantee('The same client id ×5: one message', async (attempt) => {
    const roomId = await newRoom()
    const clientId = randomUUID()
    const text = 'Said once and meant once'
    const came = await Promise.all([
      ...times(5, () => bySocket(tab, roomId, text, clientId)),
      ...times(5, async () => toOutcome(await site.send(ann, roomId, text, clientId))),
    ])
    await attempt('over both ways at once', () => formatTally(came), '200 ×10')
    await attempt('messages', async () => (await site.allMessages(bob, roomId)).length, 1)
    await attempt(
      'with another text',
      async () => (await site.send(ann, roomId, 'Something else entirely', clientId)).body.content,
      text,
    )
    await attempt(
      'by the other person',
      async () => (await site.send(bob, roomId, 'Also under that id', clientId)).body.sender_id,
      bob.id,
    )
    await attempt('unread', async () => (await site.getRoom(bob, roomId)).unread_count, 1)
  })

  await report.guarantee('Close during send: stored before the close or refused', async (attempt) => {
    for (const round of times(5, (index) => index + 1)) {
      const roomId = await newRoom()
      const sends = times(30, async (index) => {
        const text = `Round ${round}, message ${index} of thirty`
        const said = index % 2 === 0 ? await bySocket(tab, roomId, text) : toOutcome(await site.send(bob, roomId, text))
        return { text, said: said.replace('409 ', '') }
      })
      const closing = site.must(bob, 'POST', `/api/chat-rooms/${roomId}/close`)
      const all = await Promise.all(sends)
      await closing
      const stored = (await site.allMessages(ann, roomId)).map(({ content }) => content)
      const acknowledged = all.filter(({ said }) => said === '200').map(({ text }) => text)
      await attempt(
        `round ${round}: what is stored is what was acknowledged`,
        () => stored.toSorted(),
        acknowledged.toSorted(),
      )
      await attempt(
        `round ${round}: the rest is refused`,
        () => [...new Set(all.map(({ said }) => said))].every((said) => said === '200' || said === 'ROOM_CLOSED'),
        true,
      )
      const { closed_at } = await site.getRoom(ann, roomId)
      await attempt(
        `round ${round}: nothing after the close`,
        async () => (await site.allMessages(ann, roomId)).every(({ created_at }) => created_at <= (closed_at ?? '')),
        true,
      )
      await attempt(
        `round ${round}: places`,
        async () => (await site.allMessages(ann, roomId)).every(({ seq }, index) => seq === index + 1),
        true,
      )
    }
  })

  await report.guarantee('2,001 characters: refused; 2,000 emoji: fine', async (attempt) => {
    const roomId = await newRoom()
    for (const [what, text, wanted] of [
      ['2,001', 'x'.repeat(2001), 'MESSAGE_TOO_LONG'],
      ['2,001 emoji', '🦉'.repeat(2001), 'MESSAGE_TOO_LONG'],
      ['2,000 emoji', '🦉'.repeat(2000), '200'],
      ['nothing', ' \u200B ', 'MESSAGE_EMPTY'],
      ['NUL', 'a\u0000b', 'MESSAGE_INVALID'],
      ['half an emoji', 'a\uD83D', 'MESSAGE_INVALID'],
      ['RTL override', 'a\u202Eb', 'MESSAGE_INVALID'],
    ] as const) {
      await attempt(what, async () => toOutcome(await site.send(ann, roomId, text)).replace('400 ', ''), wanted)
      await attempt(`${what} by socket`, () => bySocket(tab, roomId, text), wanted)
    }
  })

  await report.guarantee('javascript: links and onerror: inert', async (attempt) => {
    const roomId = await newRoom()
    const texts = [
      'see javascript:alert(1)',
      '<a href="javascript:alert(1)">here it is</a>',
      'x <img src=x onerror=alert(1)> y',
      'x <svg onload=alert(1)> y',
      'jav<b></b>ascript:alert(1) here',
      'java<!-- -->script:alert(1) here',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe> text',
      'data:text/html,<script>alert(1)</script> text',
      'vbscript:msgbox(1) text',
    ]
    for (const text of texts) {
      await attempt(
        text,
        async () => {
          const { body } = await site.send(ann, roomId, text)
          return /javascript:|vbscript:|data:text\/html|<\w|\bon\w+\s*=/iu.test(body.content ?? '')
        },
        false,
      )
    }
  })

  await report.guarantee('Ordinary text and code survive sanitising', async (attempt) => {
    const roomId = await newRoom()
    const texts = [
      'I teach JavaScript: from zero to hero',
      'what does <T extends object> mean?',
      'a<b and c>d, a < b && c > d, x <- y, <3',
      'see <https://example.com/a>, mail <name@example.com>',
      'use `<script>alert(1)</script>` and\n```\n<b onclick="x()">\n```',
    ]
    for (const text of texts) {
      await attempt(text, async () => (await site.send(ann, roomId, text)).body.content, text)
      await attempt(
        `${text}, in a bio`,
        async () => (await site.must<Profile>(ann, 'PUT', `/api/profiles/${ann.id}`, { ...A_PROFILE, bio: text })).bio,
        text,
      )
    }
    for (const text of ['<b></b>', '<img src=x onerror=alert(1)>', '<!-- -->']) {
      await attempt(`nothing but ${text}`, () => site.send(ann, roomId, text), '400 ONLY_MARKUP')
      await attempt(`nothing but ${text}, by socket`, () => bySocket(tab, roomId, text), 'ONLY_MARKUP')
    }
  })

  await report.guarantee('A negative, huge or foreign cursor: 400', async (attempt) => {
    const roomId = await newRoom()
    const queries = [
      'before_seq=-1',
      'before_seq=99999999999',
      "after_seq=1'%20OR%201=1",
      'limit=0',
      'before_seq[]=1',
      'before_seq=%00',
      'after_seq=',
      'before_seq=٣',
      'before_seq=0x10',
    ]
    for (const query of queries) {
      await attempt(
        query,
        () => site.api(ann, 'GET', `/api/chat-rooms/${roomId}/messages?${query}`),
        '400 INVALID_INPUT',
      )
    }
    const cursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const made = [
      cursor(['2026-01-01T00:00:00.000Z', "' OR 1=1"]),
      cursor(['0000-01-01T00:00:00.000Z', randomUUID()]),
      cursor({ at: 1 }),
      cursor([]),
      cursor(['2026-13-45T00:00:00Z', randomUUID()]),
      'x'.repeat(300),
      '%25',
      '',
    ]
    for (const one of made) {
      await attempt(
        `history ${one.slice(0, 20)}`,
        () => site.api(ann, 'GET', `/api/connection-requests/history?cursor=${one}`),
        '400 INVALID_INPUT',
      )
      await attempt(
        `rooms ${one.slice(0, 20)}`,
        () => site.api(ann, 'GET', `/api/chat-rooms?cursor=${one}`),
        '400 INVALID_INPUT',
      )
      await attempt(
        `list ${one.slice(0, 20)}`,
        () => site.api(ann, 'GET', `/api/profiles?cursor=${one}`),
        '400 INVALID_INPUT',
      )
    }
    const stranger = await site.profiled()
    await attempt(
      'a foreign room’s, resumed',
      async () => {
        await site.send(ann, roomId, 'Not for a stranger who resumes')
        const { rooms, gone } = await site.resume(stranger, [{ room_id: roomId, last_seq: 0, change_seq: 0 }])
        return { rooms, gone }
      },
      { rooms: [], gone: [roomId] },
    )
  })

  await report.guarantee('A client clock a day off: server order holds', async (attempt) => {
    const roomId = await newRoom()
    const before = Date.now()
    const day = 86_400_000
    // Builds a time-based id for a moment (ms), as a device whose clock is days ahead or behind would.
    const idAt = (ms: number): string => {
      const hex = ms.toString(16).padStart(12, '0')
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
    }
    for (const [index, off] of [day, -day, 0, -10 * day, 10 * day].entries()) {
      const headers = { date: new Date(Date.now() + off).toUTCString() }
      const body = { client_id: idAt(Date.now() + off), content: `Message ${index + 1} by a clock that is off` }
      await site.api(ann, 'POST', `/api/chat-rooms/${roomId}/messages`, body, headers)
    }
    const all = await site.allMessages(bob, roomId)
    await attempt(
      'order',
      () => all.map(({ content }) => content.slice(0, 9)),
      times(5, (index) => `Message ${index + 1}`),
    )
    await attempt(
      'times are the server’s',
      () => all.every(({ created_at }) => Math.abs(Date.parse(created_at) - before) < day / 2),
      true,
    )
    for (const field of ['created_at', 'seq', 'sender_id', 'id', 'read', 'type', 'amount', 'status', 'file']) {
      const body = { client_id: randomUUID(), content: 'With a field too many', [field]: field === 'seq' ? 1 : bob.id }
      await attempt(
        `naming ${field}`,
        () => site.api(ann, 'POST', `/api/chat-rooms/${roomId}/messages`, body),
        '400 INVALID_INPUT',
      )
    }
  })

  await report.guarantee('Session expiry closes the live connection', async (attempt) => {
    await attempt('the connection', () => waitUntilClosed(seat), 'closed')
    await attempt('over HTTP', () => site.session(sitting), null)
    await attempt(
      'a new one',
      () => site.live(sitting).catch((error: unknown) => (error as Error).message),
      'NO_SESSION',
    )
    const leaving = await site.signIn(bob)
    const last = await site.live(leaving)
    await site.must(leaving, 'POST', '/api/auth/sign-out', {})
    await attempt(
      'the connection of one who signed out',
      () => waitUntilClosed(last, report.judgesTimes ? { limitMs: 5000 } : {}),
      'closed',
    )
  })
  tab.socket.disconnect()
}
