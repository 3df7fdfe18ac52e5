import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, it } from 'vitest'

import { readSignInLink } from '@kundig/contract/auth/sign-in-code'
import type { ConnectionRequest, SentQuestion } from '@kundig/contract/connection-requests/connection-requests.contract'
import { computeAuthenticatorCode, turnOnSecondFactor } from '@kundig/testing/people/authenticator-app'
import { createBrowser } from '@kundig/testing/people/google-window'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Answer, Failure, Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { doRepeatedWork } from '../../src/platform/jobs/repeated-work.ts'

const INVALID = '400 SIGN_IN_CODE_INVALID'
const TYPED = 'Wilhelmina Vraagbaak'
const TEXT = 'Does my window frame need replacing?'
const SUBJECT = /^Confirm your question on Kundig$/u

// Concurrent calls wait for each other, which takes long on a busy machine.
const app = useTestApp({ passwordWaitMs: 60_000, databaseLockTimeoutMs: 14_000 })
let expert: Person
beforeAll(async () => {
  expert = await app.profiled({ full_name: 'Daan Timmer', is_public: true })
})

const newEmail = (): string => `${randomUUID()}@example.com`
const ask = (email: string, receiver = expert): Promise<Answer<Failure & { id: string }>> =>
  app.api(null, 'POST', '/api/questions', { receiver_id: receiver.id, message: TEXT, full_name: TYPED, email })
const signIn = (body: object, who: Person | null = null): Promise<Answer<Failure>> =>
  app.api(who, 'POST', '/api/auth/sign-in/code', body)
const send = (who: Person, id: string, kept?: object): Promise<Answer<SentQuestion & Failure>> =>
  app.api(who, 'POST', `/api/questions/${id}/send`, kept && { kept })
const questionsOf = (id: string) => app.sql('SELECT 1 FROM unsent_questions WHERE id = $1', [id])
const requestsWith = (id: string) => app.sql('SELECT message FROM connection_requests WHERE id = $1', [id])

async function asked(email = newEmail(), receiver = expert) {
  const answer = await ask(email, receiver)
  expect(answer.status).toBe(201)
  const find = async () => (await app.mails(email)).find(({ text }) => text.includes(answer.body.id))
  await expect.poll(find).toBeDefined()
  const text = (await find())?.text ?? ''
  const link = new URL(/https?:\S*\/sign-in-code#\S+/u.exec(text)?.[0] ?? '')
  const mailed = readSignInLink(link.hash.slice(1))
  if (!mailed) throw new Error('The mail has no link')
  expect(mailed).toEqual({ email, code: /^Your code is (\d{6})$/mu.exec(text)?.[1], question: answer.body.id })
  return { id: answer.body.id, mailed, text, link }
}

async function confirmed(email = newEmail(), receiver = expert) {
  const question = await asked(email, receiver)
  const browser = createBrowser()
  expect(toOutcome(await signIn(question.mailed, browser))).toBe('200')
  return { ...question, browser }
}

describe('a visitor’s question', () => {
  it('reaches the expert from a private profile after the visitor confirms the address', async () => {
    const { id, mailed, browser } = await confirmed()
    expect(await app.must<SentQuestion>(browser, 'POST', `/api/questions/${id}/send`)).toMatchObject({
      request: { id, message: TEXT, status: 'pending', counterpart: { full_name: 'Daan Timmer' } },
      unsent: null,
    })
    expect(await app.session(browser)).toMatchObject({
      user: { email: mailed.email, email_verified: true, has_password: false },
      has_profile: true,
    })
    const received = await app.must<ConnectionRequest>(expert, 'GET', `/api/connection-requests/${id}`)
    expect(received.counterpart).toMatchObject({ full_name: TYPED, is_public: false })
    expect(await questionsOf(id)).toEqual([])
  })

  it('gets the same answer and mail for a known address and an unknown one', async () => {
    const person = await app.signUp(newEmail())
    const unknown = newEmail()
    const shape = ({ status, body, headers }: Answer<Failure & { id: string }>) => ({
      status,
      fields: Object.keys(body),
      headers: [...headers].filter(([name]) => name !== 'date'),
    })
    expect(shape(await ask(person.email))).toEqual(shape(await ask(unknown)))
    const [one, other] = [await app.mailAbout(person.email, SUBJECT), await app.mailAbout(unknown, SUBJECT)]
    const plain = (text: string) => text.replaceAll(/\d{6}\.[\da-f-]+\/\S+|\d{6}/gu, '')
    expect(plain(one.text)).toBe(plain(other.text))
  })

  it('is confirmed by a mail without the visitor’s text', async () => {
    const { text, mailed } = await asked()
    expect(text).toContain('Daan Timmer')
    const [mail] = await app.mails(mailed.email)
    expect(`${mail?.subject}${text}${mail?.html}`).not.toMatch(/Wilhelmina|Vraagbaak|window frame/u)
  })

  it('is refused for a private expert, a reserved name and an empty text', async () => {
    const hidden = await app.profiled({ is_public: false })
    expect(toOutcome(await ask(newEmail(), hidden))).toBe('403 PROFILE_NOT_PUBLIC')
    const body = { receiver_id: expert.id, message: TEXT, full_name: TYPED, email: newEmail() }
    const refused = (change: object) => app.api(null, 'POST', '/api/questions', { ...body, ...change })
    expect(toOutcome(await refused({ full_name: 'Kundig' }))).toBe('400 NAME_RESERVED')
    expect(toOutcome(await refused({ message: ' ' }))).toBe('400 MESSAGE_EMPTY')
  })

  it('is confirmed only by its own code in a POST, and sent only by its own account', async () => {
    const { id, link, mailed } = await asked()
    const query = `code=${mailed.code}&question=${id}&email=${encodeURIComponent(mailed.email)}`
    for (const method of ['GET', 'HEAD']) {
      for (const path of [link.pathname, '/api/auth/sign-in/code']) {
        await fetch(`${app.url}${path}?${query}`, { method })
      }
    }
    const { email, code } = mailed
    const other = await asked(email)
    expect(toOutcome(await signIn({ email, code }))).toBe(INVALID)
    expect(toOutcome(await signIn({ ...mailed, question: other.id }))).toBe(INVALID)
    expect(toOutcome(await send(expert, id))).toBe('404 REQUEST_NOT_FOUND')
    expect(toOutcome(await signIn(mailed))).toBe('200')
    expect(toOutcome(await send(expert, id))).toBe('404 REQUEST_NOT_FOUND')
  })

  it('creates one account and one request under concurrent confirmations', async () => {
    const { id, mailed } = await asked()
    const browsers = Array.from({ length: 4 }, () => createBrowser())
    const answers = await Promise.all(browsers.map((browser) => signIn(mailed, browser)))
    expect(answers.map(toOutcome).toSorted()).toEqual(['200', INVALID, INVALID, INVALID])
    const browser = browsers.find((_browser, index) => answers[index]?.status === 200)
    if (!browser) throw new Error('None signed in')
    const sent = await Promise.all(Array.from({ length: 6 }, () => send(browser, id)))
    expect(sent.map((answer) => answer.body.request?.id ?? toOutcome(answer))).toEqual(Array(6).fill(id))
    expect(await requestsWith(id)).toEqual([{ message: TEXT }])
    await app.must(browser, 'POST', `/api/connection-requests/${id}/withdraw`)
    expect((await send(browser, id)).body.request?.status).toBe('rejected')
    expect(await requestsWith(id)).toHaveLength(1)
  })

  it('creates one account when two questions of an address are confirmed concurrently', async () => {
    const email = newEmail()
    const [one, other] = [await asked(email), await asked(email, await app.profiled({ is_public: true }))]
    const answers = await Promise.all([signIn(one.mailed), signIn(other.mailed)])
    expect(answers.map(toOutcome)).toEqual(['200', '200'])
    expect(await app.sql('SELECT 1 FROM "user" WHERE email = $1', [email])).toHaveLength(1)
  })

  it('expires after 24 hours', async () => {
    const { id, mailed } = await asked()
    await app.sql(`UPDATE unsent_questions SET expires_at = expires_at - interval '24 hours' WHERE id = $1`, [id])
    expect(toOutcome(await signIn(mailed))).toBe(INVALID)
    expect(await app.sql('SELECT 1 FROM "user" WHERE email = $1', [mailed.email])).toEqual([])
    await doRepeatedWork()
    expect(await questionsOf(id)).toEqual([])
  })

  it('is stored without the visitor’s address and without the code', async () => {
    const { mailed } = await asked()
    const rows = await app.sql<{ row: string }>(
      'SELECT unsent_questions::text AS row FROM unsent_questions UNION ALL SELECT sign_in_codes::text FROM sign_in_codes',
    )
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${mailed.code}|${mailed.email}`, 'u'))
  })
})

describe('a confirmed question that cannot be sent', () => {
  const unsent = (because: string, receiver = expert) => ({
    request: null,
    unsent: { receiver_id: receiver.id, message: TEXT, because },
  })

  it.each([
    ['private', 'UPDATE profiles SET is_public = false WHERE id = $1', 'PROFILE_NOT_PUBLIC'],
    ['banned', `INSERT INTO standings (account_id, state) VALUES ($1, 'banned')`, 'NOT_TAKING_REQUESTS'],
  ])('is returned with the reason if the expert is %s', async (_state, change, because) => {
    const receiver = await app.profiled({ is_public: true })
    const { id, mailed } = await asked(newEmail(), receiver)
    await app.sql(change, [receiver.id])
    const browser = createBrowser()
    expect(toOutcome(await signIn(mailed, browser))).toBe('200')
    for (let times = 0; times < 2; times++) {
      expect((await send(browser, id)).body).toEqual(unsent(because, receiver))
    }
    expect((await app.session(browser))?.has_profile).toBe(true)
  })

  it('is returned if the expert blocks the sender, or is the sender', async () => {
    const person = await app.profiled({ full_name: 'Blocked' })
    await app.must(expert, 'POST', '/api/blocks', { person_id: person.id })
    const { id, browser } = await confirmed(person.email)
    expect((await send(browser, id)).body).toEqual(unsent('NOT_TAKING_REQUESTS'))
    const self = await app.profiled({ is_public: true })
    const own = await confirmed(self.email, self)
    expect((await send(own.browser, own.id)).body).toEqual(unsent('REQUEST_TO_SELF', self))
  })
})

describe('a question stored in the browser during a sign-in', () => {
  const kept = (change: object = {}) => ({ receiver_id: expert.id, message: TEXT, full_name: TYPED, ...change })

  it('reaches the expert once, from a private profile with the typed name', async () => {
    const person = await app.signUp(newEmail())
    const id = randomUUID()
    const sent = await Promise.all(Array.from({ length: 4 }, () => send(person, id, kept())))
    expect(sent.map((answer) => answer.body.request?.id ?? toOutcome(answer))).toEqual(Array(4).fill(id))
    expect((await send(person, id)).body.request?.id).toBe(id)
    const received = await app.must<ConnectionRequest>(expert, 'GET', `/api/connection-requests/${id}`)
    expect(received).toMatchObject({ message: TEXT, counterpart: { full_name: TYPED, is_public: false } })
  })

  it('keeps the name of an existing profile', async () => {
    const person = await app.profiled({ full_name: 'Already Here' })
    const id = randomUUID()
    expect((await send(person, id, kept())).body.request?.id).toBe(id)
    const received = await app.must<ConnectionRequest>(expert, 'GET', `/api/connection-requests/${id}`)
    expect(received.counterpart.full_name).toBe('Already Here')
  })

  it('is returned with the reason if it cannot be sent', async () => {
    const person = await app.signUp(newEmail())
    const hidden = await app.profiled({ is_public: false })
    const sendKept = async (change: object) => (await send(person, randomUUID(), kept(change))).body.unsent?.because
    expect(await sendKept({ full_name: undefined })).toBe('PROFILE_REQUIRED')
    expect(await sendKept({ receiver_id: hidden.id })).toBe('PROFILE_NOT_PUBLIC')
    expect(await sendKept({ receiver_id: person.id })).toBe('REQUEST_TO_SELF')
  })

  it('is refused with an invalid text, a reserved name, or the id of another visitor’s question', async () => {
    const person = await app.signUp(newEmail())
    const { id } = await asked()
    expect(toOutcome(await send(person, randomUUID(), kept({ message: ' ' })))).toBe('400 MESSAGE_EMPTY')
    expect(toOutcome(await send(person, randomUUID(), kept({ full_name: 'Kundig' })))).toBe('400 NAME_RESERVED')
    expect(toOutcome(await send(person, id, kept()))).toBe('404 REQUEST_NOT_FOUND')
    expect(await questionsOf(id)).toHaveLength(1)
  })
})

describe('an existing account with the question’s address', () => {
  it('must pass the second factor before the question is sent', async () => {
    const person = await app.signUpWithProfile({ full_name: 'Two Steps' })
    const { key } = await turnOnSecondFactor(app, app.sql, person)
    await app.sql(
      `INSERT INTO email_confirmations (user_id, email, method) VALUES ($1, $2, 'session') ON CONFLICT DO NOTHING`,
      [person.id, person.email],
    )
    const { id, mailed } = await asked(person.email)
    const browser = createBrowser()
    expect(await signIn(mailed, browser)).toMatchObject({ status: 200, body: { second_factor: true } })
    expect(toOutcome(await send(browser, id))).toBe('401 NO_SESSION')
    expect(await requestsWith(id)).toEqual([])
    await app.must(browser, 'POST', '/api/second-factor/verify', { code: await computeAuthenticatorCode(key) })
    expect((await send(browser, id)).body.request?.id).toBe(id)
    const received = await app.must<ConnectionRequest>(expert, 'GET', `/api/connection-requests/${id}`)
    expect(received.counterpart.full_name).toBe('Two Steps')
  })

  it('loses all earlier access if the address was not confirmed', async () => {
    const stranger = await app.signUp(newEmail())
    const { mailed } = await asked(stranger.email)
    expect((await signIn(mailed)).body).toEqual({ ok: true, access_replaced: true })
    expect(await app.session(stranger)).toBe(null)
  })
})

it('five of ten concurrent questions of an address are accepted, and count towards the account’s quota', async () => {
  const limited = await createTestApp({ attemptLimitFactor: 1 })
  try {
    const [member, ...experts] = await Promise.all(
      Array.from({ length: 11 }, () => limited.profiled({ is_public: true })),
    )
    if (!member) throw new Error('No one signed up')
    const { email } = member
    const answers = await Promise.all(
      experts.map(({ id }) =>
        limited.api<Failure & { id: string }>(null, 'POST', '/api/questions', {
          receiver_id: id,
          message: TEXT,
          full_name: TYPED,
          email,
        }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 201)
    expect(taken).toHaveLength(5)
    expect(answers.filter((answer) => toOutcome(answer) === '429 TOO_MANY_ATTEMPTS')).toHaveLength(5)
    for (const { id } of experts.slice(0, 5)) {
      await limited.must(member, 'POST', '/api/connection-requests', { receiver_id: id, message: TEXT })
      await limited.sql(`UPDATE connection_requests SET status = 'rejected', ended_by = 'withdrawn'`)
    }
    const id = taken[0]?.body.id
    await limited.sql('UPDATE unsent_questions SET sender_id = $1 WHERE id = $2', [member.id, id])
    expect(await limited.must(member, 'POST', `/api/questions/${id}/send`)).toMatchObject({
      request: null,
      unsent: { message: TEXT, because: expect.stringMatching(/^REQUEST(?:S_OF_TODAY_USED|_AGAIN_LATER)$/u) as string },
    })
  } finally {
    await limited.close()
  }
})
