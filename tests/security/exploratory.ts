import { randomUUID } from 'node:crypto'

import { createPdf } from '@kundig/testing/files/made-files'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import { fetchContent, sendFile } from '@kundig/testing/people/file-sending'
import { toOutcome, trySocketAction } from '@kundig/testing/people/outcome'
import { A_PROFILE, PASSWORD, type Person } from '@kundig/testing/people/test-client'

import { formatTally, times } from './answers.ts'
import type { Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'

export async function runExploratoryChecks(environment: TestEnvironment, report: Report): Promise<void> {
  const { site, payments, sql } = environment
  const [ann, bob, eve] = await Promise.all([
    site.profiled(),
    site.profiled(),
    site.profiled({ full_name: 'Eve Eaves' }),
  ])
  const roomId = (await site.room(ann, bob)).id
  const page = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(`${site.url}${path}`, { headers, redirect: 'manual' })).text()
  await report.exploratory('An id in another spelling is the same id', async (attempt) => {
    const upper = (id: string): string => id.toUpperCase()
    const ask = (receiver_id: string) =>
      site
        .api(ann, 'POST', '/api/connection-requests', { receiver_id, message: 'Do ids have a case, then?' })
        .then(toOutcome)
    await attempt('a request to themselves', () => ask(upper(ann.id)), '400 REQUEST_TO_SELF')
    await attempt('a request to another person', () => ask(upper(eve.id)), '201')
    await attempt('and another', () => ask(eve.id), '409 REQUEST_PENDING')
    await attempt('their own profile', () => site.api(ann, 'PUT', `/api/profiles/${upper(ann.id)}`, A_PROFILE), '200')
    await attempt(
      'another’s profile',
      () => site.api(eve, 'PUT', `/api/profiles/${upper(ann.id)}`, A_PROFILE),
      '403 FORBIDDEN',
    )
    await attempt('a room', () => site.getRoom(ann, upper(roomId)).then(({ id }) => id), roomId)
    const clientId = randomUUID()
    await attempt(
      'a message under one client id',
      async () => {
        const one = await site.send(ann, upper(roomId), 'One message under two spellings', clientId)
        const two = await site.send(ann, roomId, 'One message under two spellings', upper(clientId))
        return one.body.id === two.body.id && one.body.room_id === roomId
      },
      true,
    )
    await attempt(
      'a file',
      async () => {
        const { body } = await sendFile(site.url, ann, upper(roomId), { content: createPdf() })
        return `${body.file.url.includes(roomId)} ${(await fetchContent(site.url, bob, body.file.url)).status} ${(await fetchContent(site.url, eve, body.file.url.replace(roomId, upper(roomId)))).status}`
      },
      'true 200 404',
    )
    await attempt(
      'by socket',
      () => trySocketAction(site, eve, (tab) => tab.send(upper(roomId), 'A stranger with capitals')),
      'ROOM_NOT_FOUND',
    )
  })

  await report.exploratory('Races on rooms and money', async (attempt) => {
    const [one, other] = await Promise.all([site.profiled(), site.profiled()])
    const [a, b] = await Promise.all([site.request(one, other), site.request(other, one)])
    const crossed = await Promise.all([
      site.api(other, 'POST', `/api/connection-requests/${a.id}/accept`),
      site.api(one, 'POST', `/api/connection-requests/${b.id}/accept`),
    ])
    await attempt(
      'both accept each other at once: no fault',
      () => crossed.every(({ status }) => status === 200 || status === 409),
      true,
    )
    const deal = await payments.ownDeal()
    const message = await payments.asked(deal)
    const storm = await Promise.all([
      ...times(5, () => payments.secret(deal.buyer, message)),
      ...times(5, () => payments.claim(deal.buyer, message, 'rejected')),
      ...times(5, () => payments.claim(deal.buyer, message, 'completed')),
      site.api(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`),
      ...times(3, () => payments.ask(deal.seller, deal.room.id)),
    ])
    await attempt('everything about a payment at once', () => storm.every(({ status }) => status < 500), true)
    const { count } = await payments.charges(message)
    await attempt('nothing was charged', () => count, 0)
    const decided = await Promise.all(times(10, () => payments.claim(deal.buyer, message, 'rejected')))
    await attempt('decided once', () => formatTally(decided.map(toOutcome)), /^409 PAYMENT_DECIDED ×10$/u)
    const email = `${randomUUID()}@example.com`
    const accounts = await Promise.all(
      times(8, () => site.api(null, 'POST', '/api/auth/sign-up/email', { email, password: PASSWORD, name: '' })),
    )
    await attempt('one address signed up eight times', () => accounts.filter(({ status }) => status === 200).length, 1)
    await attempt(
      'and is one account',
      async () => (await sql('SELECT 1 FROM "user" WHERE email = $1', [email])).length,
      1,
    )
    const owner = await site.signUp()
    const passwords = times(6, (index) => `Changing-Horse-${index}!`)
    const changes = await Promise.all(
      passwords.map(async (new_password) =>
        site.api(await site.signIn(owner), 'POST', '/api/password', { current_password: PASSWORD, new_password }),
      ),
    )
    await attempt('a password changed six ways at once', () => changes.every(({ status }) => status < 500), true)
  })

  await report.exploratory('Ids in bodies and events that belong to others', async (attempt) => {
    const tab = await site.live(eve)
    const theirs = (await site.allMessages(bob, roomId))[0]
    const foreign: [string, object][] = [
      ['message.send', { room_id: roomId, client_id: theirs?.client_id, content: 'Under the id of another' }],
      ['room.read', { room_id: roomId, up_to_seq: 1 }],
      ['message.send', { room_id: [roomId], client_id: randomUUID(), content: 'A list of one room' }],
      ['message.send', { room_id: { toString: roomId }, client_id: randomUUID(), content: 'An object for a room' }],
      [
        'message.send',
        JSON.parse(
          `{"__proto__":{"room_id":"${roomId}"},"client_id":"${randomUUID()}","content":"By its prototype"}`,
        ) as object,
      ],
      ['room.read', { room_id: roomId, up_to_seq: -1 }],
    ]
    for (const [name, payload] of foreign) {
      await attempt(
        `${name} ${JSON.stringify(payload).slice(0, 50)}`,
        async () =>
          JSON.stringify(await tab.socket.timeout(5000).emitWithAck(name as 'message.send', payload as never)),
        /ROOM_NOT_FOUND|INVALID_INPUT/u,
      )
    }
    for (const name of ['join', 'message.created', 'room.opened', '__proto__', 'constructor', 'session.ended']) {
      tab.socket.emit(name as 'typing', { room_id: roomId })
    }
    tab.socket.emit('typing', { room_id: roomId })
    const anns = await site.live(ann)
    await tab.read(roomId, 0)
    await anns.read(roomId, 0)
    await attempt('a stranger’s typing reaches no one', () => anns.listEvents('typing'), [])
    await attempt(
      'an own request naming another’s room',
      () =>
        site.api(eve, 'POST', `/api/chat-rooms/${roomId}/messages`, {
          room_id: roomId,
          client_id: randomUUID(),
          content: 'Two rooms in one',
        }),
      /^4/u,
    )
    const session = await site.session(ann)
    await attempt(
      'ending a session in a body',
      () => site.api(eve, 'POST', '/api/sessions/revoke-others', { id: session?.session_id, user_id: ann.id }),
      /^(?:200|400)/u,
    )
    await attempt('that session stays', async () => (await site.session(ann))?.user.id, ann.id)
    await attempt(
      'another person’s card setup',
      async () => {
        const { clientSecret } = await site.must<{ clientSecret: string }>(ann, 'POST', '/api/payments/cards/setup')
        return toOutcome(
          await site.api(eve, 'POST', '/api/payments/cards', { setup_intent_id: toIntentId(clientSecret) }),
        )
      },
      /^(?:40\d|502) /u,
    )
    tab.socket.disconnect()
    anns.socket.disconnect()
  })

  await report.exploratory('Sessions: fixed, forged, signed out, or of another server', async (attempt) => {
    const planted: Person = {
      ...eve,
      cookies: new Map([['kundig.session_token', eve.cookies.get('kundig.session_token') ?? '']]),
    }
    const victim = await site.signUp()
    await site.api(planted, 'POST', '/api/auth/sign-in/email', { email: victim.email, password: PASSWORD })
    await attempt(
      'a planted cookie is another after the login',
      () => planted.cookies.get('kundig.session_token') !== eve.cookies.get('kundig.session_token'),
      true,
    )
    await attempt('and still its owner’s', async () => (await site.session(eve))?.user.id, eve.id)
    const answer = await site.api(null, 'POST', '/api/auth/sign-in/email', { email: victim.email, password: PASSWORD })
    const authorization = `Bearer ${answer.headers.get('set-auth-token') ?? ''}`
    await attempt(
      'a bearer token works',
      async () =>
        (await site.api<{ user: { id: string } }>(null, 'GET', '/api/session', undefined, { authorization })).body.user
          .id,
      victim.id,
    )
    await site.api(null, 'POST', '/api/auth/sign-out', {}, { authorization })
    await attempt(
      'not when it was signed out',
      async () => (await site.api(null, 'GET', '/api/session', undefined, { authorization })).body,
      null,
    )
    const token = decodeURIComponent(eve.cookies.get('kundig.session_token') ?? '')
    const [value = '', signature = ''] = token.split('.')
    for (const forged of [
      value,
      `${value}.`,
      `${value}.${signature.slice(0, -4)}AAA=`,
      `.${signature}`,
      `${value}x.${signature}`,
      '%00',
      'x'.repeat(8000),
      `${token};${token}`,
    ]) {
      await attempt(
        `forged ${forged.slice(0, 4)}… of ${forged.length}`,
        async () => {
          const text = await page('/api/session', { cookie: `kundig.session_token=${encodeURIComponent(forged)}` })
          return text === 'null' || text === ''
        },
        true,
      )
    }
    await attempt(
      'in production, one of the site',
      async () => page('/api/session', { cookie: `__Host-kundig.session_token=${encodeURIComponent(token)}` }),
      'null',
    )
    await attempt(
      'in the address',
      async () => (await fetch(`${site.url}/api/session?token=${encodeURIComponent(token)}`)).text(),
      'null',
    )
    for (const name of ['x-user-id', 'x-forwarded-user', 'x-kundig-client-address', 'x-auth-request-email']) {
      await attempt(`by ${name}`, () => page('/api/session', { [name]: eve.id }), 'null')
    }
  })
}
