import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

import { toCookieHeader, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { startChild } from '@kundig/testing/server/child-server'

import type { Report } from './report.ts'
import { PRODUCTION_SETTINGS, PUBLIC_URL, type TestEnvironment } from './test-environment.ts'
import type { Watch } from './watch.ts'

const PAGES = [
  '/',
  '/login',
  '/dashboard',
  '/profile/01890000-0000-7000-8000-000000000000',
  '/reset-password?oobCode=x',
  '/no/such/page',
]
const API = ['/api/session', '/api/profiles', '/api/openapi.json', '/api/no-such', '/rpc/auth/session', '/rpc/no/such']
const OTHER = ['/healthz', '/robots.txt', '/sitemap.xml', '/files/x', '/assets/none.js']
const BEHIND_TLS = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.200' }

export async function attackHeaders(environment: TestEnvironment, report: Report): Promise<void> {
  const { site, production, residents } = environment
  const get = (url: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}${path}`, { headers, redirect: 'manual' })
  const servers = [
    ['plain', site.url, {}],
    ['behind TLS', production.url, BEHIND_TLS],
  ] as const
  const fetched = new Map<string, Headers>()
  const headersOf = async (url: string, path: string, sent: Record<string, string>): Promise<Headers> => {
    const known = fetched.get(url + path)
    if (known) return known
    const { headers } = await get(url, path, sent)
    fetched.set(url + path, headers)
    return headers
  }
  /** Checks one header in every kind of answer of both servers. All rows share the fetched answers. */
  const everywhere = async (
    paths: readonly string[],
    see: (what: string, headers: Headers, isSecure: boolean) => Promise<void>,
  ) => {
    for (const [what, url, headers] of servers) {
      for (const path of paths) await see(`${what} ${path}`, await headersOf(url, path, headers), what !== 'plain')
    }
  }
  const all = [...PAGES, ...API, ...OTHER]
  const directive = (headers: Headers, name: string): string[] =>
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/\s+/u))
      .find(([first]) => first === name) ?? []

  await report.guarantee(
    'CSP without unsafe-inline scripts, Stripe’s hosts with a Stripe key only',
    async (attempt) => {
      await everywhere(all, async (what, headers, isSecure) => {
        const scripts = directive(headers, 'script-src')
        const policy = headers.get('content-security-policy') ?? ''
        await attempt(
          `${what}: scripts`,
          () => scripts.length > 1 && !scripts.some((one) => /unsafe|^\*$|^https?:$|data:/u.test(one)),
          true,
        )
        await attempt(
          `${what}: Stripe`,
          () => policy.includes('https://js.stripe.com') && policy.includes('stripe.com'),
          isSecure,
        )
        await attempt(
          `${what}: the rest`,
          () => ['default-src', 'object-src', 'base-uri', 'form-action'].map((name) => directive(headers, name)[1]),
          ["'self'", "'none'", "'none'", "'self'"],
        )
      })
      await attempt(
        'the API’s page',
        async () => directive((await get(site.url, '/api/docs')).headers, 'script-src').join(' '),
        /^(?!.*unsafe)script-src/u,
      )
      const page = await (await get(site.url, '/')).text()
      await attempt('inline scripts are in it by hash', () => /<script>/u.test(page), true)
      await attempt(
        'no event handlers in pages',
        () => /<[a-z][^>]*\son\w+=/iu.test(page.replaceAll(/<script[\s\S]*?<\/script>/gu, '')),
        false,
      )
    },
  )

  await report.guarantee('HSTS behind TLS', async (attempt) => {
    await everywhere(all, async (what, headers, isSecure) => {
      const value = headers.get('strict-transport-security')
      const isLong = Number(/max-age=(\d+)/u.exec(value ?? '')?.[1] ?? 0) >= 31_536_000
      await attempt(what, () => (isSecure ? isLong : value === null), true)
    })
  })
  for (const [row, name, wanted] of [
    ['nosniff', 'x-content-type-options', /^nosniff$/u],
    ['Referrer-Policy', 'referrer-policy', /^(?:strict-origin-when-cross-origin|no-referrer)$/u],
    ['COOP same-origin-allow-popups', 'cross-origin-opener-policy', /^same-origin-allow-popups$/u],
  ] as const) {
    await report.guarantee(row, (attempt) =>
      everywhere(all, (what, headers) => attempt(what, () => headers.get(name), wanted)),
    )
  }
  await report.guarantee('frame-ancestors none', async (attempt) => {
    await everywhere(all, async (what, headers) => {
      await attempt(what, () => directive(headers, 'frame-ancestors')[1], "'none'")
      await attempt(`${what}, for old browsers`, () => headers.get('x-frame-options'), /^deny$/iu)
    })
  })
  await report.guarantee('Permissions-Policy: payment only', (attempt) =>
    everywhere(all, async (what, headers, isSecure) => {
      const policy = headers.get('permissions-policy') ?? ''
      for (const feature of ['camera', 'microphone', 'geolocation', 'display-capture', 'usb', 'serial']) {
        await attempt(`${what}: ${feature}`, () => policy.split(', ').includes(`${feature}=()`), true)
      }
      await attempt(
        `${what}: paying`,
        () => /\bpayment=\(([^)]*)\)/u.exec(policy)?.[1],
        isSecure ? /^self "https:\/\/js\.stripe\.com"/u : /^$/u,
      )
    }),
  )
  await report.guarantee('no-store on API answers', async (attempt) => {
    const personal = API.filter((path) => path !== '/api/openapi.json')
    await everywhere(personal, (what, headers) => attempt(what, () => headers.get('cache-control'), 'no-store'))
    const person = await site.profiled()
    for (const path of ['/', `/profile/${person.id}`]) {
      const { headers } = await get(site.url, path, {
        cookie: toCookieHeader(person),
      })
      await attempt(`${path} of a logged-in person`, () => headers.get('cache-control'), 'private, no-store')
    }
  })

  await report.guarantee('Cookies HttpOnly, SameSite=Lax, Secure and __Host- behind TLS', async (attempt) => {
    const signIn = async (url: string, email: string, headers: object): Promise<string[]> => {
      const answer = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      return answer.headers.getSetCookie()
    }
    const { email } = await site.signUp()
    const secure = await signIn(production.url, residents.ann.email, BEHIND_TLS)
    const plain = await signIn(site.url, email, {})
    await attempt('number of cookies', () => [secure.length, plain.length], [2, 2])
    for (const line of secure) {
      const name = line.split('=')[0] ?? ''
      for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) {
        await attempt(`${name} behind TLS: ${part}`, () => line.toLowerCase().includes(part.toLowerCase()), true)
      }
      await attempt(`${name} behind TLS`, () => name.startsWith('__Host-') && !/domain=/iu.test(line), true)
    }
    for (const line of plain) {
      await attempt(`${line.split('=')[0]}`, () => /httponly/iu.test(line) && /samesite=lax/iu.test(line), true)
    }
    const ann: Person = { ...residents.ann, cookies: new Map() }
    await production.api(ann, 'POST', '/api/auth/sign-in/email', { email: ann.email, password: PASSWORD }, BEHIND_TLS)
    await attempt('the session works', async () => (await production.session(ann))?.user.id, ann.id)
    const weaker: Person = {
      ...ann,
      cookies: new Map(Array.from(ann.cookies, ([name, value]) => [name.replace('__Host-', ''), value])),
    }
    await attempt('a cookie without its prefix is ignored', () => production.session(weaker), null)
    const downgraded = await signIn(production.url, ann.email, {
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '203.0.113.201',
    })
    await attempt(
      'a forged plain-HTTP header is ignored',
      () => downgraded.every((line) => /secure/iu.test(line)),
      true,
    )
  })

  await report.guarantee('Foreign Origin: no mutation, no socket', async (attempt) => {
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: `${PUBLIC_URL}.evil.example` },
      { origin: 'http://kundig.example' },
      { origin: 'https://kundig.example:8443' },
      { origin: 'https://evil.example', host: 'evil.example' },
    ]
    const ann: Person = { ...residents.ann, cookies: new Map() }
    await production.api(ann, 'POST', '/api/auth/sign-in/email', { email: ann.email, password: PASSWORD }, BEHIND_TLS)
    for (const headers of foreign) {
      const what = JSON.stringify(headers)
      for (const [method, path] of [
        ['POST', '/api/auth/sign-out'],
        ['POST', '/api/sessions/revoke-all'],
        ['PUT', `/api/profiles/${ann.id}`],
        ['DELETE', `/api/profiles/${ann.id}/picture`],
        ['POST', '/rpc/auth/endAllSessions'],
        ['POST', '/functions/createSetupIntent'],
      ] as const) {
        await attempt(
          `${method} ${path} from ${what}`,
          async () => (await production.api(ann, method, path, {}, headers)).status,
          403,
        )
      }
      await attempt(
        `a socket from ${what}`,
        () =>
          production.live(ann, { headers }).then(
            () => 'open',
            () => 'refused',
          ),
        'refused',
      )
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        await attempt(
          `a form as ${type} from ${what}`,
          async () =>
            (await production.api(ann, 'POST', '/api/sessions/revoke-all', '{}', { ...headers, 'content-type': type }))
              .status,
          403,
        )
      }
    }
    await attempt('and the session lives', async () => (await production.session(ann))?.user.id, ann.id)
    const { headers } = await get(production.url, '/api/session', { origin: 'https://evil.example' })
    await attempt('no page may read answers', () => headers.get('access-control-allow-origin'), null)
  })

  await report.guarantee('Production refuses to start half-configured', async (attempt) => {
    const settings: Record<string, string> = {
      ...PRODUCTION_SETTINGS,
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    }
    const start = async (changes: Record<string, string>): Promise<string> => {
      const child = startChild('@kundig/server/main', { ...settings, ...changes })
      const code = await child.ended
      return `${code} ${child.output()}`
    }
    const required = [
      'PUBLIC_URL',
      'AUTH_SECRET',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_THIN_WEBHOOK_SECRET',
    ]
    const nothing = await start(Object.fromEntries(required.map((name) => [name, ''])))
    for (const name of required)
      await attempt(`all are named: ${name}`, () => nothing, new RegExp(`^1 [\\s\\S]*${name}`, 'u'))
    const wrong: [string, Record<string, string>, RegExp][] = [
      ['without a webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, /^1 [\s\S]*STRIPE_WEBHOOK_SECRET/u],
      ['a short secret', { AUTH_SECRET: 'short' }, /^1 [\s\S]*AUTH_SECRET/u],
      ['keys of two modes', { STRIPE_SECRET_KEY: `sk_live_${randomUUID().slice(0, 8)}` }, /^1 [\s\S]*STRIPE/u],
      ['test keys without STRIPE_TEST_MODE', { STRIPE_TEST_MODE: '' }, /^1 [\s\S]*STRIPE_TEST_MODE=1/u],
      ['a public address, and NODE_ENV forgotten', { NODE_ENV: '', SMTP_URL: '' }, /^1 [\s\S]*SMTP_URL: required/u],
      [
        'every interface, and all forgotten',
        { ...Object.fromEntries(required.map((name) => [name, ''])), NODE_ENV: '', HOST: '0.0.0.0', DATABASE_URL: '' },
        /^1 [\s\S]*AUTH_SECRET: required[\s\S]*HOST=0\.0\.0\.0 lets/u,
      ],
      ['a push service of tests', { PUSH_TEST_ORIGIN: 'http://127.0.0.1:1' }, /^1 [\s\S]*PUSH_TEST_ORIGIN/u],
      ['pushes without a subject', { PUSH: 'on' }, /^1 [\s\S]*VAPID_SUBJECT/u],
      ['no limits on attempts', { ATTEMPT_LIMIT_FACTOR: '1000' }, /^1 [\s\S]*ATTEMPT_LIMIT_FACTOR/u],
    ]
    const outputs = await Promise.all(wrong.map(([, changes]) => start(changes)))
    for (const [index, [what, , wanted]] of wrong.entries()) await attempt(what, () => outputs[index], wanted)
    await attempt(
      'no secret is repeated',
      () =>
        [nothing, ...outputs].some(
          (text) => text.includes(PRODUCTION_SETTINGS.AUTH_SECRET) || /sk_(?:test|live)_\w{8}/u.test(text),
        ),
      false,
    )
    for (const path of ['/dev/mail', '/dev/identity/auth', '/stripe-simulator/v1/payment_methods']) {
      await attempt(`no stand-in at ${path}`, () => production.api(null, 'GET', path), '404 NOT_FOUND')
    }
  })
}

/** Attacks development pages that show mails or log people in: only this machine may reach them. */
export async function attackDevelopmentFakes(environment: TestEnvironment, report: Report): Promise<void> {
  await report.guarantee('Development fakes answer this machine only', async (attempt) => {
    const [embedded, open] = await Promise.all([environment.embedded(), environment.triedOutInPublic()])
    const shown = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
      const text = await new Promise<string>((resolve, reject) => {
        // Node's `request` is used, because `fetch` cannot set the Host header.
        request(url, { headers }, (answer) => {
          let body = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
          answer.once('end', () => resolve(body))
        })
          .once('error', reject)
          .end()
      })
      return text.includes('This server sends no email') ? 'mail' : text.includes('"keys":') ? 'Google' : 'nothing'
    }
    const [mail, keys] = ['/dev/mail', '/dev/identity/jwks']
    await attempt('npm start: mail from here', () => shown(`${embedded.url}${mail}`), 'mail')
    await attempt('npm start: Google from here', () => shown(`${embedded.url}${keys}`), 'Google')
    await attempt('TRY_OUT=public: mail from here', () => shown(`${open.url}${mail}`), 'mail')
    await attempt('TRY_OUT=public: no Google', () => shown(`${open.url}${keys}`), 'nothing')
    for (const [what, { url }] of [
      ['npm start', embedded],
      ['TRY_OUT=public', open],
    ] as const) {
      for (const path of [mail, '/DEV/mail', '/dev//mail', '/%64ev/mail', keys]) {
        for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']) {
          await attempt(
            `${what}: ${path} with ${name}`,
            () => shown(`${url}${path}`, { [name]: '127.0.0.1' }),
            'nothing',
          )
        }
      }
      await attempt(`${what}: by another name`, () => shown(`${url}${mail}`, { host: 'evil.example' }), 'nothing')
    }
    const { port } = new URL(open.url)
    for (const { address } of listOutsideAddresses()) {
      const url = `http://${address}:${port}`
      await attempt(`${url} is served`, async () => (await fetch(`${url}/healthz`)).status, 200)
      for (const path of [mail, keys]) {
        for (const headers of [{}, { host: `localhost:${port}` }, { 'x-forwarded-for': '127.0.0.1' }]) {
          await attempt(`${url}${path} ${JSON.stringify(headers)}`, () => shown(`${url}${path}`, headers), 'nothing')
        }
      }
    }
  })
}

function listOutsideAddresses(): NetworkInterfaceInfo[] {
  return Object.values(networkInterfaces())
    .flatMap((infos) => infos ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
}

/** Searches all server output for secrets of the attacks. Runs last. */
export async function searchLogsForSecrets(environment: TestEnvironment, report: Report, watch: Watch): Promise<void> {
  await report.guarantee('Logs hold no message text, emails, tokens, card data or client secrets', async (attempt) => {
    const log = environment.logs()
    const secrets = [...watch.secrets, ...environment.settingsSecrets]
    const leaked = secrets.filter((secret) => log.includes(secret))
    report.note(`  ${secrets.length} secrets looked for in ${log.split('\n').length} lines`)
    await attempt('enough secrets and output', () => secrets.length > 50 && log.length > 1000, true)
    await attempt('texts and secrets', () => leaked.map((secret) => secret.slice(0, 60)), [])
    for (const [what, pattern] of [
      ['a text that was sent by socket', /Flooding with|Said by socket|Said once and|, message \d+ of thirty/u],
      ['an email address', /[\w.+-]+@[\w-]+\.\w{2,}/u],
      ['a client secret', /_secret_\w/u],
      ['a card number', /\b(?:\d[ -]?){15,16}\b(?=\D)(?<=4242\D?|0446\D?)/u],
      ['a Stripe key', /\b(?:sk|rk)_(?:test|live)_\w|whsec_\w/u],
      ['a session cookie', /session_token=|Bearer \w/u],
    ] as const) {
      await attempt(what, () => pattern.exec(log)?.[0] ?? 'none', 'none')
    }
    await attempt(
      'an unexpected error',
      () =>
        log
          .split('\n')
          .filter((line) => line.includes('unexpected error'))
          .slice(0, 3),
      [],
    )
  })
}
