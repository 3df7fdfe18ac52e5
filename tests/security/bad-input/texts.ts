import { randomUUID } from 'node:crypto'

import { RAW_LIMITS } from '@kundig/contract/raw-limits'
import { HOSTILE_TEXTS } from '@kundig/testing/inputs/hostile-texts'
import { A_PROFILE, type Answer, toCookieHeader, type Failure } from '@kundig/testing/people/test-client'

import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'

/** Maximum extra time compared with an ordinary text of the same length (ms), for the fastest of several tries. */
const MOST_LONGER_MS = 20
const TRIES = 3
/** Length that exceeds every field's limit, but not the body's limit (UTF-16 units). */
const FAR_TOO_LONG = 19_990

export async function attackTexts({ site }: TestEnvironment, report: Report): Promise<void> {
  const [person, other] = [await site.profiled(), await site.profiled()]
  const { id: roomId } = await site.room(person, other)
  const tab = await site.live(person)
  const post = (path: string, body: object): Promise<Answer<Failure>> => site.api(null, 'POST', path, body)
  const listed = { full_name: 'Ada', category: 'education', consent: true }

  async function measureFastestRun(act: () => Promise<unknown>): Promise<number> {
    let leastMs = Infinity
    for (let made = 0; made < (report.judgesTimes ? TRIES : 1); made++) {
      const startedAt = performance.now()
      await act()
      leastMs = Math.min(leastMs, performance.now() - startedAt)
    }
    return leastMs
  }

  await report.guarantee('No text blocks the server', async (attempt) => {
    const fields: [string, number, (text: string) => Promise<unknown>][] = [
      ['the address of a reset', RAW_LIMITS.email, (email) => post('/api/password-reset', { email })],
      ['an address far too long', FAR_TOO_LONG, (email) => post('/api/password-reset', { email })],
      [
        'the name on the waiting list',
        RAW_LIMITS.name,
        (name) => post('/api/waiting-list', { ...listed, full_name: name }),
      ],
      ['a bio', RAW_LIMITS.bio, (bio) => site.api(person, 'PUT', `/api/profiles/${person.id}`, { ...A_PROFILE, bio })],
      ['a message', RAW_LIMITS.message, (text) => site.send(person, roomId, text)],
      ['a message far too long', FAR_TOO_LONG, (text) => site.send(person, roomId, text)],
    ]
    for (const [field, length, send] of fields) {
      const plainMs = await measureFastestRun(() => send('x'.repeat(length)))
      const slow: string[] = []
      let answered = 0
      for (const { name, of } of HOSTILE_TEXTS) {
        if ((await measureFastestRun(() => send(of(length)))) > plainMs + MOST_LONGER_MS) slow.push(name)
        answered++
      }
      await attempt(`${field} is answered`, () => answered, HOSTILE_TEXTS.length)
      await report.time(attempt, field, slow.length === 0, slow.join(', '))
    }
  })

  await report.guarantee('An overlong text: refused with its field’s error', async (attempt) => {
    const email = `a@${'.'.repeat(FAR_TOO_LONG)}@`
    const marks = '\u0315\u0316'.repeat(FAR_TOO_LONG / 2)
    for (const [what, answer, wanted] of [
      ['sign-in', post('/api/auth/sign-in/email', { email, password: 'x' }), '400 EMAIL_INVALID'],
      ['sign-up', post('/api/auth/sign-up/email', { email, password: 'x' }), '400 EMAIL_INVALID'],
      ['waiting list', post('/api/waiting-list', { ...listed, email }), '400 EMAIL_INVALID'],
      ['waiting list, name', post('/api/waiting-list', { ...listed, full_name: marks }), '400 NAME_TOO_LONG'],
      ['message', site.send(person, roomId, marks), '400 MESSAGE_TOO_LONG'],
      ['message, heaped marks', site.send(person, roomId, `a${marks.slice(0, 1000)}`), '400 MESSAGE_INVALID'],
    ] as const) {
      await attempt(what, () => answer, wanted)
    }
  })

  await report.guarantee('Invalid UTF-8 and half surrogate pairs: refused', async (attempt) => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc1, 0xa1], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([
        Buffer.from(`{"client_id":"${randomUUID()}","content":"a`),
        Buffer.from(bytes),
        Buffer.from('b"}'),
      ])
      const headers = { cookie: toCookieHeader(person), 'content-type': 'application/json' }
      const send = () => fetch(`${site.url}/api/chat-rooms/${roomId}/messages`, { method: 'POST', headers, body })
      await attempt(Buffer.from(bytes).toString('hex'), async () => (await send()).status, 400)
    }
    for (const query of ['query=%FF', 'query=a%C3b', 'query=%ED%A0%80']) {
      await attempt(query, async () => (await site.api(null, 'GET', `/api/profiles?${query}`)).status, 400)
    }
    const half = 'Aa1!xxxx\uD800'
    const email = `${randomUUID()}@example.com`
    await attempt('in a password', () => post('/api/auth/sign-up/email', { email, password: half }), '400 TEXT_INVALID')
    await attempt('in a message, live', async () => tab.send(roomId, half), { ok: false, code: 'MESSAGE_INVALID' })
  })

  await report.guarantee('A name of look-alike letters, or with invisible ones: refused', async (attempt) => {
    for (const [full_name, code] of [
      ['Sаnne de Wit', 'NAME_SCRIPTS_MIXED'],
      ['Sanne\u3164', 'NAME_INVISIBLE'],
      ['Sanne\u034F', 'NAME_INVISIBLE'],
      ['Sanne\uFE0F', 'NAME_INVISIBLE'],
      ['𝐒𝐚𝐧𝐧𝐞', 'NAME_INVALID'],
      [`Sanne${'\u0323'.repeat(5)}`, 'NAME_HEAPED_MARKS'],
    ] as const) {
      const save = () => site.api(person, 'PUT', `/api/profiles/${person.id}`, { ...A_PROFILE, full_name })
      await attempt(JSON.stringify(full_name), () => save(), `400 ${code}`)
    }
  })

  await report.guarantee('A common password: refused', async (attempt) => {
    for (const password of ['Password1!', 'P@ssw0rd', 'Sunshine2026!', 'QWERTYuiop1']) {
      const body = { email: `${randomUUID()}@example.com`, password }
      await attempt(password, () => post('/api/auth/sign-up/email', body), '400 PASSWORD_COMMON')
    }
  })
  tab.socket.disconnect()
}
