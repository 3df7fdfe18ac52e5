import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { breakTable, terminateLockWaiters, mendTable } from '@kundig/testing/database/faulty-tables'
import { findLeaks, recordSecret, secrets, randomMarker } from '@kundig/testing/logs/log-secrets'
import { sendFile } from '@kundig/testing/people/file-sending'
import { A_PROFILE, type Person, PASSWORD, type Tab } from '@kundig/testing/people/test-client'
import { type ServerChild, startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { findFreePort } from '../../../src/platform/http/free-port.ts'

let database: TestDatabase
let server: ServerChild
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'kundig-logs-'))
  server = await startServerChild({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    AUTH_SECRET: recordSecret('the secret that signs cookies', TEST_SECRET),
    LOG_LEVEL: 'debug',
    SMTP_URL: `smtp://${randomMarker()}:${recordSecret('the password of the mail server', randomMarker())}@127.0.0.1:${await findFreePort()}`,
  })
})
afterAll(async () => {
  server.disconnect()
  await server.kill()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function leaks(): string[] {
  return findLeaks(server.process.output())
}

async function someone(who: string): Promise<Person> {
  const person = await server.signUp(recordSecret(`the address of ${who}`, `${randomMarker()}@example.com`))
  await server.saveProfile(person, {
    ...A_PROFILE,
    full_name: recordSecret(`the name of ${who}`, `Zq ${randomMarker().replaceAll(/\d/gu, 'x')}`),
  })
  for (const [name, value] of person.cookies) {
    recordSecret(`the cookie ${name} of ${who}`, value)
    recordSecret(`the token in ${name} of ${who}`, decodeURIComponent(value).split('.')[0] ?? value)
  }
  return person
}

describe('the log at its most verbose level', () => {
  recordSecret('the password', PASSWORD)
  let ann: Person
  let bob: Person
  let roomId: string
  let tab: Tab
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')

  const attempts = async (email: string): Promise<number[]> => {
    const wrong = recordSecret('a wrong password', `Wrong-${randomMarker()}-7`)
    const answers = [
      await server.api(null, 'POST', '/api/auth/sign-up/email', {
        email: `${randomMarker()}.${email}`,
        password: PASSWORD,
        name: '',
      }),
      await server.api(null, 'POST', '/api/auth/sign-in/email', { email, password: wrong }),
      await server.api(null, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD }),
      await server.api(null, 'POST', '/api/password-reset', { email }),
      await server.api(null, 'POST', '/api/waiting-list', {
        full_name: 'Zq Waiting',
        email,
        category: 'education',
        consent: true,
      }),
    ]
    return answers.map(({ status }) => status)
  }
  const chat = async (): Promise<unknown[]> => [
    (await server.send(ann, roomId, recordSecret('a message over HTTP', randomMarker()))).status,
    (await tab.send(roomId, recordSecret('a message over the live connection', randomMarker()))).ok,
    (
      await sendFile(server.url, ann, roomId, {
        content: pdf,
        name: recordSecret('the name of a file', `${randomMarker()}.pdf`),
      })
    ).status,
  ]

  it('reports a failed mail without data of people', async () => {
    ann = await someone('Ann')
    bob = await someone('Bob')
    roomId = (await server.room(ann, bob, recordSecret('an introduction', randomMarker()))).id
    tab = await server.live(bob)
    expect(await chat()).toEqual([200, true, 200])
    expect((await attempts(ann.email)).slice(0, 4)).toEqual([200, 401, 200, 200])
    const codes = await database.sql.query<{ data: string }>(
      `SELECT data::text FROM jobs.job WHERE name <> '__pgboss__send-it'`,
    )
    for (const [index, [, code]] of codes.flatMap(({ data }) => [...data.matchAll(/oobCode=([\w-]+)/gu)]).entries())
      recordSecret(`code ${index} of a mail`, code ?? '')
    await expect.poll(() => server.process.output()).toContain('job failed')
  })

  // spec 8.7
  it('reports an unexpected error without data of people', async () => {
    for (const table of ['chat_messages', 'chat_files', '"user"', 'session', 'one_time_codes', 'waiting_list']) {
      await breakTable(database, table)
      await chat()
      await attempts(bob.email)
      await mendTable(database, table)
    }
    await expect.poll(() => server.process.output()).toContain('unexpected error')
    const line = server.process
      .output()
      .split('\n')
      .find((one) => one.includes('"unexpected error"'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 50,
      time: expect.any(Number) as unknown,
      msg: 'unexpected error',
      err: { name: expect.any(String) as unknown, stack: expect.stringContaining('at ') as unknown },
    })
  })

  it('reports a database failure during a statement without data of people', async () => {
    for (const table of ['chat_messages', 'chat_files', '"user"', 'account', 'session']) {
      await terminateLockWaiters(database, table, async () => {
        await Promise.all([chat(), attempts(bob.email)])
      })
    }
    await expect.poll(() => server.process.output()).toContain('database unavailable')
  })

  it('reports a failure of the file storage without data of people', async () => {
    await rm(join(folder, 'files'), { recursive: true, force: true })
    await writeFile(join(folder, 'files'), 'not a folder')
    expect(await chat()).toEqual([200, true, 503])
    await expect.poll(() => server.process.output()).toContain('file storage failed')
  })

  it('the complete log of a stopped server contains no data of people', async () => {
    server.process.signal('SIGTERM')
    expect(await server.process.ended).toBe(0)
    expect(secrets.length).toBeGreaterThan(50)
    expect(leaks()).toEqual([])
  })
})
