import { randomUUID } from 'node:crypto'
import { request } from 'node:http'

import { computeMedian } from '@kundig/testing/figures/median'
import { chooseFakeAccount, createBrowser } from '@kundig/testing/people/google-window'
import { toOutcome } from '@kundig/testing/people/outcome'
import { type Answer, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'

import { describeRace, formatTally, times } from '../answers.ts'
import type { Report } from '../report.ts'
import { PUBLIC_URL, type TestEnvironment } from '../test-environment.ts'
import { waitUntilClosed } from '../until.ts'

const BATCH = 5
const WRONG = 'Wrong-Password-1'
const OTHER = 'Another-Horse-8-Battery'
/** Maximum ratio of median times of two kinds of answers that must take equally long. */
const SAME_TIME = 2
/** Makes requests in batches, because a server postpones requests if too many arrive together. */
async function makeInBatches<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) {
    const first = made.length
    made.push(...(await Promise.all(times(Math.min(BATCH, count - first), (index) => make(first + index)))))
  }
  return made
}
const newEmail = (): string => `${randomUUID()}@example.com`
const codeIn = (text = ''): string => /\?(?:oobCode|code)=([\w-]+)/u.exec(text)?.[1] ?? ''
/** Extracts the code of a confirmation mail. A code that changes the address is signed, in three parts. */
const signedCodeIn = (text = ''): string => /\?code=([\w.-]+)/u.exec(text)?.[1] ?? ''

export async function attackAuth(environment: TestEnvironment, report: Report): Promise<void> {
  const { site, production, residents, sql } = environment
  const signIn = (email: string, password: string): Promise<Answer<Failure>> =>
    site.api(null, 'POST', '/api/auth/sign-in/email', { email, password })
  const askReset = (email: string): Promise<Answer<Failure>> => site.api(null, 'POST', '/api/password-reset', { email })
  const confirm = (code: string, password = OTHER): Promise<Answer<Failure>> =>
    site.api(null, 'POST', '/api/password-reset/confirm', { code, password })
  const verify = (code: string): Promise<Answer<Failure>> =>
    site.api(null, 'POST', '/api/password-reset/verify', { code })
  const resetCode = async (person: Person): Promise<string> => {
    const resetsIn = (mails: readonly string[]): string[] => mails.filter((mail) => mail.includes('oobCode='))
    let mails = await environment.mails(person.email)
    const before = resetsIn(mails).length
    await askReset(person.email)
    // The loop skips other mails, such as those about a new device.
    while (resetsIn(mails).length === before) mails = await environment.mails(person.email, mails.length + 1)
    return codeIn(resetsIn(mails).at(-1))
  }
  const plain = ({ status, body, headers }: Answer<Failure>) => ({
    status,
    body,
    headers: [...headers].filter(([name]) => name !== 'date'),
  })
  async function measureTimeRatio(
    rounds: number,
    one: () => Promise<unknown>,
    other: () => Promise<unknown>,
  ): Promise<number> {
    const took: [number[], number[]] = [[], []]
    for (const _ of times(rounds, () => null)) {
      for (const [index, act] of [one, other].entries()) {
        const startedAt = performance.now()
        await act()
        took[index as 0 | 1].push(performance.now() - startedAt)
      }
    }
    const [a, b] = took.map(computeMedian) as [number, number]
    return Math.max(a, b) / Math.min(a, b)
  }

  await report.guarantee('Reset for a known and an unknown email: same answer, same time', async (attempt) => {
    const known = await site.signUp()
    const [one, other] = [await askReset(known.email), await askReset(newEmail())]
    await attempt('answers are alike', () => plain(one), plain(other))
    const ratio = await measureTimeRatio(
      15,
      () => askReset(known.email),
      () => askReset(newEmail()),
    )
    await report.time(attempt, 'the same time', ratio < SAME_TIME, `${ratio.toFixed(2)} times longer`)
  })

  await report.guarantee('Wrong password and unknown user: same text', async (attempt) => {
    const { email } = await site.signUp()
    const [one, other] = [await signIn(email, WRONG), await signIn(newEmail(), WRONG)]
    await attempt('answers are alike', () => plain(one), plain(other))
    await attempt('the text', () => one.body.message, 'Authentication failed. Check your email address and password.')
    const ratio = await measureTimeRatio(
      10,
      () => signIn(email, WRONG),
      () => signIn(newEmail(), WRONG),
    )
    await report.time(attempt, 'the same time', ratio < SAME_TIME, `${ratio.toFixed(2)} times longer`)
  })

  await report.guarantee('Burst: 429', async (attempt) => {
    /** Builds the headers that the trusted proxy sends: a forged client address, followed by the real address. */
    const from = (address: string) => ({
      'x-forwarded-for': `198.51.100.${Math.floor(Math.random() * 250)}, ${address}`,
    })
    const tryLogIn = (email: string, address: string, password = WRONG): Promise<Answer<Failure>> =>
      production.api(null, 'POST', '/api/auth/sign-in/email', { email, password }, from(address))
    const { email } = residents.bob
    const many = await makeInBatches(15, (index) => tryLogIn(email, `203.0.113.${index}`))
    await attempt(
      'one account, from everywhere',
      () => formatTally(many.map(toOutcome)),
      '401 WRONG_CREDENTIALS ×10, 429 TOO_MANY_ATTEMPTS ×5',
    )
    const late = await tryLogIn(email, '203.0.113.77', PASSWORD)
    await attempt('the right password after that', () => toOutcome(late), '429 TOO_MANY_ATTEMPTS')
    await attempt('the text', () => late.body.message, 'Too many attempts. Please try again later.')
    await attempt('when to come back', () => late.headers.get('retry-after'), /^\d+$/u)
    const spray = await makeInBatches(35, () => tryLogIn(newEmail(), '192.0.2.9'))
    await attempt(
      'one address at many accounts, with a forged X-Forwarded-For each',
      () => formatTally(spray.map(toOutcome)),
      '401 WRONG_CREDENTIALS ×30, 429 TOO_MANY_ATTEMPTS ×5',
    )
    const codes = await makeInBatches(34, () =>
      production.api(null, 'POST', '/api/password-reset/verify', { code: randomUUID() }, from('192.0.2.8')),
    )
    await attempt(
      'guessing codes',
      () => formatTally(codes.map(toOutcome)),
      '400 RESET_CODE_INVALID ×30, 429 TOO_MANY_ATTEMPTS ×4',
    )
    const mails = await makeInBatches(5, (index) =>
      production.api(null, 'POST', '/api/password-reset', { email }, from(`192.0.2.${20 + index}`)),
    )
    await attempt('flooding a mailbox', () => formatTally(mails.map(toOutcome)), '200 ×3, 429 TOO_MANY_ATTEMPTS ×2')
  })

  await report.guarantee('Sign-in code guessed, raced, of an unknown email', async (attempt) => {
    const invalid = '400 SIGN_IN_CODE_INVALID'
    const askCode = (email: string) => site.api(null, 'POST', '/api/sign-in-code', { email })
    const enter = (email: string, code: string) => site.api(null, 'POST', '/api/auth/sign-in/code', { email, code })
    const mailedCode = async (email: string, atLeast: number): Promise<string> => {
      await askCode(email)
      const mails = await environment.mails(email, atLeast)
      return /code is (\d{6})/u.exec(mails.at(-1) ?? '')?.[1] ?? ''
    }
    const unknown = newEmail()
    const { email } = await site.signUp()
    await environment.mails(email)
    const code = await mailedCode(email, 2)
    await attempt(
      'asking is answered alike',
      async () => plain(await askCode(unknown)),
      plain(await askCode(newEmail())),
    )
    for (const wrong of [code.slice(0, -1), `${code}0`, '\u0000', "' OR 1=1", 'é'.repeat(50)]) {
      await attempt(`changed to ${JSON.stringify(wrong.slice(0, 8))}…`, () => enter(email, wrong), invalid)
    }
    await attempt('the right code after five wrong ones', () => enter(email, code), invalid)
    await attempt('wrong for an unknown email', () => enter(unknown, '000000'), invalid)
    const racer = await site.signUp()
    await environment.mails(racer.email)
    const once = await mailedCode(racer.email, 2)
    const answers = await Promise.all(times(5, () => enter(racer.email, once)))
    await attempt('raced by 5', () => describeRace(answers.map(toOutcome)), `1 won, others: ${invalid}`)
  })

  await report.guarantee('Reset code reused, expired, cut short, raced', async (attempt) => {
    const invalid = '400 RESET_CODE_INVALID'
    const person = await site.signUp()
    const code = await resetCode(person)
    for (const wrong of [code.slice(0, -1), `${code}A`, code.toLowerCase(), '\u0000', "' OR 1=1", 'é'.repeat(50)]) {
      await attempt(`changed to ${JSON.stringify(wrong.slice(0, 8))}…`, () => confirm(wrong), invalid)
    }
    await attempt('used', () => confirm(code), '200')
    await attempt('reused', () => confirm(code), invalid)
    await attempt('looked at after that', () => verify(code), invalid)
    await attempt('the old password', () => signIn(person.email, PASSWORD), '401 WRONG_CREDENTIALS')

    const late = await site.signUp()
    const expired = await resetCode(late)
    await sql(`UPDATE one_time_codes SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [late.id])
    await attempt('expired', () => confirm(expired), invalid)

    const racer = await site.signUp()
    const once = await resetCode(racer)
    const passwords = times(20, (index) => `Racing-Horse-${index}!`)
    const answers = await Promise.all(passwords.map((password) => confirm(once, password)))
    await attempt('raced by 20', () => describeRace(answers.map(toOutcome)), `1 won, others: ${invalid}`)
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    await attempt('the winner’s password', () => signIn(racer.email, winner), '200')

    const confirmation = await site.signUp()
    const other = codeIn((await environment.mails(confirmation.email))[0])
    await attempt('a confirmation code as a reset code', () => confirm(other), invalid)
  })

  await report.guarantee(
    'After a reset every other session and its live connection is dead within 5 s',
    async (attempt) => {
      const owner = await site.signUp()
      const thief = await site.signIn(owner)
      const bearer = await site.api(null, 'POST', '/api/auth/sign-in/email', { email: owner.email, password: PASSWORD })
      const authorization = `Bearer ${bearer.headers.get('set-auth-token') ?? ''}`
      const tab = await site.live(thief)
      const code = await resetCode(owner)
      await attempt('reset', () => confirm(code), '200')
      await attempt('the thief’s session', async () => site.session(thief), null)
      await attempt(
        'the thief’s bearer token',
        async () => (await site.api<unknown>(null, 'GET', '/api/session', undefined, { authorization })).body,
        null,
      )
      await attempt(
        'the thief’s live connection',
        () => waitUntilClosed(tab, report.judgesTimes ? { limitMs: 5000 } : {}),
        'closed',
      )
      await attempt(
        'a new live connection',
        () =>
          site.live(thief).then(
            () => 'let in',
            (error: unknown) => (error as Error).message,
          ),
        'NO_SESSION',
      )
    },
  )

  await report.guarantee('Google on an unverified password account: no silent link', async (attempt) => {
    const pretend = await environment.embedded()
    const choose = (browser: Person, whom: string): Promise<string> => chooseFakeAccount(pretend, browser, whom)
    const squatter = await pretend.signUp('sanne@kundig.example')
    const owner = createBrowser()
    await attempt('the address of an unconfirmed account', () => choose(owner, 'sanne'), '/auth/popup?join=1')
    await attempt('it creates no session', () => pretend.session(owner), null)
    const join = (who: Person, password: string) => pretend.api(who, 'POST', '/api/auth/google/join', { password })
    await attempt('a guessed password', () => join(owner, WRONG), '403 WRONG_PASSWORD')
    await attempt(
      'the password, from a browser without a question',
      () => join(createBrowser(), PASSWORD),
      '400 GOOGLE_JOIN_EXPIRED',
    )
    const forged = createBrowser()
    forged.cookies.set('kundig.google_join', 'eyJhbGciOiJub25lIn0.e30.')
    await attempt('an unsigned question', () => join(forged, PASSWORD), '400 GOOGLE_JOIN_EXPIRED')
    await attempt('the account is unchanged', async () => (await pretend.session(squatter))?.user.email_verified, false)
    await attempt(
      'an address that Google never verified',
      () => choose(createBrowser(), 'noor'),
      '/auth/popup?error=GOOGLE_EMAIL_UNVERIFIED',
    )
    for (const path of [
      '/api/auth/callback/google',
      '/api/auth/callback/google?code=x&state=x',
      '/api/auth/callback/google?error=x',
    ]) {
      await attempt(
        `a made-up return ${path.slice(25)}`,
        async () => {
          const answer = await fetch(`${pretend.url}${path}`, { redirect: 'manual' })
          return `${answer.headers.get('location')} ${answer.headers.getSetCookie().some((line) => line.includes('session_token'))}`
        },
        /^\/auth\/popup\?error=\w+ false$/u,
      )
    }
  })

  await report.guarantee(
    'Another person’s address: cannot be confirmed, and its owner can free it',
    async (attempt) => {
      const anonymously = (path: string, body: object): Promise<Answer<Failure>> =>
        site.api(null, 'POST', `/api/email-verification/${path}`, body)
      const verified = async (person: Person) => (await site.session(person))?.user.email_verified
      const squatter = await site.signUp(newEmail())
      const first = signedCodeIn((await environment.mails(squatter.email))[0])
      const changing = await site.signUp(newEmail())
      const wanted = newEmail()
      await site.must(changing, 'POST', '/api/email-change', { email: wanted, current_password: PASSWORD })
      const change = signedCodeIn((await environment.mails(wanted))[0])
      for (const [what, code] of [
        ['the first address', first],
        ['a changed address', change],
      ] as const) {
        await attempt(`${what}: checked`, () => anonymously('check', { code }), '200')
        await attempt(`${what}: confirmed`, () => anonymously('confirm', { code }), '403 PASSWORD_NEEDED')
        await attempt(
          `${what}: confirmed by another person`,
          () => site.api(residents.ann, 'POST', '/api/email-verification/confirm', { code }),
          '403 PASSWORD_NEEDED',
        )
        await attempt(
          `${what}: with a guessed password`,
          () => anonymously('confirm', { code, password: WRONG }),
          '403 WRONG_PASSWORD',
        )
      }
      await attempt('nothing was confirmed', async () => [await verified(squatter), await verified(changing)], [
        false,
        false,
      ])
      await attempt('its owner rejects the address', () => anonymously('disown', { code: first }), '200')
      await attempt('the squatter’s session', () => site.session(squatter), null)
      await attempt('the squatter’s password', () => signIn(squatter.email, PASSWORD), '401 WRONG_CREDENTIALS')
      await attempt(
        'the address is free',
        async () => (await site.signUp(squatter.email, OTHER)).id !== squatter.id,
        true,
      )
      await attempt('the owner rejects the change', () => anonymously('disown', { code: change }), '200')
      await attempt(
        'the change, confirmed by its author',
        () => site.api(changing, 'POST', '/api/email-verification/confirm', { code: change }),
        '400 VERIFICATION_CODE_INVALID',
      )
      await attempt(
        'their account is unchanged',
        async () => (await site.session(changing))?.user.email,
        changing.email,
      )
    },
  )

  await report.guarantee('A forged Host never reaches a mailed link', async (attempt) => {
    const forged = (url: string, body: object): Promise<number> =>
      new Promise((resolve, reject) => {
        const call = request(url, {
          method: 'POST',
          headers: {
            host: 'evil.example',
            'x-forwarded-host': 'evil.example',
            'x-forwarded-proto': 'http',
            forwarded: 'host=evil.example;proto=http',
            'x-original-url': 'https://evil.example/',
            'content-type': 'application/json',
          },
        })
        call.on('response', (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
        call.on('error', reject)
        call.end(JSON.stringify(body))
      })
    const { email } = residents.ann
    await attempt('in production', () => forged(`${production.url}/api/password-reset`, { email }), 200)
    const [mail = ''] = await environment.mails(email)
    await attempt('its link', () => /https?:\/\/[^\s"/]+/u.exec(mail)?.[0], PUBLIC_URL)
    await attempt('its text', () => mail.includes('evil'), false)
    const address = newEmail()
    await forged(`${site.url}/api/auth/sign-up/email`, { email: address, password: PASSWORD, name: '' })
    const [welcome = ''] = await environment.mails(address)
    await attempt('a confirmation', () => welcome.includes('evil'), false)
  })

  await report.guarantee('A 64-character password is accepted and never cut', async (attempt) => {
    for (const length of [64, 73, 128]) {
      const password = `Aa1!${'x'.repeat(length - 5)}z`
      const { email } = await site.signUp(newEmail(), password)
      await attempt(`${length} characters`, () => signIn(email, password), '200')
      for (const cut of [password.slice(0, -1), `${password.slice(0, -1)}y`, password.slice(0, 72)].filter(
        (one) => one !== password,
      )) {
        await attempt(`${length}, as ${cut.length}`, () => signIn(email, cut), '401 WRONG_CREDENTIALS')
      }
    }
    const tooLong = await site.api(null, 'POST', '/api/auth/sign-up/email', {
      email: newEmail(),
      password: `Aa1!${'x'.repeat(125)}`,
      name: '',
    })
    await attempt('129 characters', () => toOutcome(tooLong), '400 PASSWORD_TOO_LONG')
  })
}
