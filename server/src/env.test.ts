import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { describeSettings, readEnv } from './env.ts'
import { createVapidKeys } from './platform/push/vapid.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_madeup',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_madeup',
  STRIPE_WEBHOOK_SECRET: 'whsec_madeup',
  STRIPE_THIN_WEBHOOK_SECRET: 'whsec_madeupthin',
  STRIPE_TEST_MODE: '1',
}
const EXAMPLE = new URL('../../.env.example', import.meta.url)

describe('settings', () => {
  it('are all documented in .env.example, which contains no other settings', () => {
    const written = describeSettings()
      .map(({ name, meaning }) => `# ${meaning}\n# ${name}=\n`)
      .join('\n')
    expect(readFileSync(EXAMPLE, 'utf8')).toBe(written)
  })

  it('are all optional with the embedded database', () => {
    expect(readEnv({})).toMatchObject({
      developmentFakes: 'local',
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demo: true,
    })
  })

  it('enable the page of stored mails and the demo people only with the embedded database, never in production', () => {
    const database = { DATABASE_URL: 'postgres://localhost/kundig' }
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://kundig.example',
      AUTH_SECRET: 'a'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      ...STRIPE,
    }
    expect(readEnv({}).localMailPage).toBe(true)
    expect(readEnv(database).localMailPage).toBe(false)
    expect(readEnv(production).localMailPage).toBe(false)
    expect(readEnv({ ...production, ...database }).localMailPage).toBe(false)
    expect(readEnv(production).demo).toBe(false)
    expect(readEnv({ ...production, DEMO: '1' }).demo).toBe(false)
  })

  it('metrics are served on a separate port, by default only on this machine', () => {
    expect(readEnv({}).metrics).toBe(null)
    expect(readEnv({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(readEnv({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.4' }).metrics?.host).toBe('10.0.0.4')
    expect(() => readEnv({ METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_PORT: required with METRICS_HOST')
    expect(() => readEnv({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT: must be another port than PORT')
    expect(() => readEnv({ METRICS_PORT: '0' })).toThrow('METRICS_PORT')
  })

  it('accept one secret, or several secrets that are all long enough', () => {
    const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
    expect(readEnv({}).authSecrets).toBe(undefined)
    expect(readEnv({ AUTH_SECRET: one }).authSecrets).toEqual([one])
    expect(readEnv({ AUTH_SECRET: `${one}, ${other},${one}` }).authSecrets).toEqual([one, other])
    for (const wrong of [`${one},`, `,${one}`, `${one},short`]) {
      expect(() => readEnv({ AUTH_SECRET: wrong })).toThrow(/AUTH_SECRET: must be secrets of 32 characters/u)
    }
    expect(() => readEnv({ AUTH_SECRET: 'short' })).toThrow(/AUTH_SECRET: /u)
    const withCommas = 'one secret, of words, with commas in between'
    expect(readEnv({ AUTH_SECRET: withCommas }).authSecrets).toEqual([withCommas])
  })

  it('LOG_FORMAT takes precedence over the default log format', () => {
    const database = { DATABASE_URL: 'postgres://localhost/kundig' }
    expect(readEnv({}).logFormat).toBe('text')
    // If the log format is undefined, it depends on the terminal.
    expect(readEnv(database).logFormat).toBe(undefined)
    expect(readEnv({ LOG_FORMAT: 'json' }).logFormat).toBe('json')
    expect(readEnv({ ...database, LOG_FORMAT: 'text' }).logFormat).toBe('text')
  })

  it.each(['no-address', 'Kundig <>', 'Kundig <a@b>\r\nBcc: <c@d>'])('reject the mail sender %j', (MAIL_FROM) => {
    expect(() => readEnv({ MAIL_FROM })).toThrow('MAIL_FROM: must be an address')
    expect(readEnv({ MAIL_FROM: 'Kundig <no-reply@kundig.example>' }).mailFrom).toBe('Kundig <no-reply@kundig.example>')
  })

  it('count as unset when they are empty', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('invalid settings are reported together', () => {
    const wrong = { PORT: 'http', DATABASE_URL: 'mysql://x', DEMO: 'yes' }
    expect(() => readEnv(wrong)).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*DEMO/u)
  })

  it('the setting of a replica requires a primary database', () => {
    const [DATABASE_URL, DATABASE_REPLICA_URL] = ['postgresql://one/kundig', 'postgresql://two/kundig']
    expect(() => readEnv({ DATABASE_REPLICA_URL })).toThrow('DATABASE_URL: required with DATABASE_REPLICA_URL')
    expect(readEnv({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(DATABASE_REPLICA_URL)
    expect(readEnv({ DATABASE_URL }).databaseReplicaUrl).toBe(undefined)
  })

  it('the two settings of Google must be set together', () => {
    expect(readEnv({}).google).toBe(null)
    const [GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET] = ['an id', 'a secret']
    expect(() => readEnv({ GOOGLE_CLIENT_ID })).toThrow('GOOGLE_CLIENT_SECRET: required with GOOGLE_CLIENT_ID')
    expect(() => readEnv({ GOOGLE_CLIENT_SECRET, GOOGLE_CLIENT_ID: ' ' })).toThrow(
      'GOOGLE_CLIENT_ID: required with GOOGLE_CLIENT_SECRET',
    )
    expect(readEnv({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }).google).toEqual({
      clientId: 'an id',
      clientSecret: 'a secret',
    })
  })

  it('the settings of S3 must be set together; otherwise the data folder stores files', () => {
    expect(readEnv({ DATA_DIR: '/srv/kundig' }).files).toEqual({ folder: '/srv/kundig/files' })
    expect(readEnv({ S3_BUCKET: ' ' }).files).toEqual(readEnv({}).files)
    const needed = {
      S3_BUCKET: 'kundig',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'an id',
      S3_SECRET_ACCESS_KEY: 'a secret',
    }
    for (const missing of Object.keys(needed)) {
      expect(() => readEnv({ ...needed, [missing]: '' })).toThrow(`  ${missing}: required with S3_`)
    }
    for (const alone of ['S3_ENDPOINT', 'S3_FORCE_PATH_STYLE']) {
      const value = alone === 'S3_ENDPOINT' ? 'https://s3.example' : '1'
      expect(() => readEnv({ [alone]: value })).toThrow(`S3_BUCKET: required with ${alone}`)
    }
    const s3 = { bucket: 'kundig', region: 'eu-central-1', accessKeyId: 'an id', secretAccessKey: 'a secret' }
    expect(readEnv(needed).files).toEqual({ s3: { ...s3, endpoint: undefined, forcePathStyle: false } })
    expect(readEnv({ ...needed, S3_ENDPOINT: 'https://s3.example', S3_FORCE_PATH_STYLE: '1' }).files).toEqual({
      s3: { ...s3, endpoint: 'https://s3.example', forcePathStyle: true },
    })
    expect(() => readEnv({ ...needed, S3_ENDPOINT: 's3.example' })).toThrow('S3_ENDPOINT')
  })

  it('missing settings of production are reported by name', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(
      /PUBLIC_URL: required[\s\S]*AUTH_SECRET: required[\s\S]*SMTP_URL: required/u,
    )
    const complete = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://kundig.example',
      AUTH_SECRET: 'a'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      ...STRIPE,
    }
    expect(readEnv(complete)).toMatchObject({
      developmentFakes: 'none',
      publicUrl: 'https://kundig.example',
      drainDelayMs: 5000,
    })
  })

  it('enable push with a reachable contact address, and report a missing address', () => {
    expect(readEnv({})).toMatchObject({ push: null, lacksPushSubject: true })
    expect(readEnv({ PUSH: 'off' })).toMatchObject({ push: null, lacksPushSubject: false })
    const subject = 'mailto:admin@kundig.nl'
    expect(readEnv({ VAPID_SUBJECT: subject })).toMatchObject({
      push: { subject, keys: null, testOrigin: undefined },
      lacksPushSubject: false,
    })
    expect(readEnv({ VAPID_SUBJECT: subject, PUSH: 'off' }).push).toBe(null)
    expect(readEnv({ MAIL_FROM: 'Kundig <no-reply@kundig.nl>' }).push?.subject).toBe('mailto:no-reply@kundig.nl')
    expect(readEnv({ MAIL_FROM: 'no-reply@kundig.nl', VAPID_SUBJECT: subject }).push?.subject).toBe(subject)
    expect(readEnv({ MAIL_FROM: 'no-reply@kundig.example' }).push).toBe(null)
    for (const wrong of ['admin@kundig.nl', 'mailto:admin@kundig.example', 'http://kundig.nl', 'https://localhost']) {
      expect(() => readEnv({ VAPID_SUBJECT: wrong })).toThrow('VAPID_SUBJECT: must be')
    }
  })

  it('refuse a start with PUSH=on without a contact address for push services', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://kundig.example',
      AUTH_SECRET: 'a'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      ...STRIPE,
    }
    expect(readEnv(production)).toMatchObject({ push: null, lacksPushSubject: true })
    expect(() => readEnv({ ...production, PUSH: 'on' })).toThrow('VAPID_SUBJECT: required with PUSH=on')
    expect(() => readEnv({ PUSH: 'on' })).toThrow('VAPID_SUBJECT: required with PUSH=on')
    const reachable = { ...production, PUBLIC_URL: 'https://kundig.nl', PUSH: 'on' }
    expect(readEnv(reachable).push?.subject).toBe('https://kundig.nl')
    expect(() => readEnv({ PUSH: 'yes' })).toThrow('PUSH')
  })

  it('the settings of web push have a matching key pair or no keys', () => {
    const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = createVapidKeys()
    const VAPID_SUBJECT = 'mailto:admin@kundig.nl'
    expect(readEnv({ VAPID_SUBJECT, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).push?.keys).toEqual({
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
    })
    expect(() => readEnv({ VAPID_PUBLIC_KEY })).toThrow('VAPID_PRIVATE_KEY: required with VAPID_PUBLIC_KEY')
    expect(() => readEnv({ VAPID_PRIVATE_KEY })).toThrow('VAPID_PUBLIC_KEY: required with VAPID_PRIVATE_KEY')
    const another = createVapidKeys().publicKey
    const mixedUp = { VAPID_SUBJECT, VAPID_PUBLIC_KEY: another, VAPID_PRIVATE_KEY }
    expect(() => readEnv(mixedUp)).toThrow('must be a pair of keys')
    expect(() => readEnv(mixedUp)).not.toThrow(VAPID_PRIVATE_KEY)
  })

  it('allow a test push service on this machine, but not on an exposed server', () => {
    const PUSH_TEST_ORIGIN = 'http://127.0.0.1:4000'
    expect(readEnv({ PUSH_TEST_ORIGIN }).push).toMatchObject({ testOrigin: PUSH_TEST_ORIGIN })
    for (const wrong of ['http://10.0.0.1:4000', 'https://push.kundig.nl', 'http://127.0.0.1:4000/push', '127.0.0.1']) {
      expect(() => readEnv({ PUSH_TEST_ORIGIN: wrong })).toThrow('PUSH_TEST_ORIGIN')
    }
    for (const reach of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }, { HOST: '0.0.0.0', TRY_OUT: 'public' }]) {
      expect(() => readEnv({ PUSH_TEST_ORIGIN, ...reach })).toThrow('PUSH_TEST_ORIGIN: for tests on one machine')
    }
  })

  it('accept a drain delay up to 20 seconds, zero by default', () => {
    expect(readEnv({}).drainDelayMs).toBe(0)
    expect(readEnv({ DRAIN_DELAY_MS: '250' }).drainDelayMs).toBe(250)
    for (const wrong of ['-1', '20001', '1.5', 'soon']) {
      expect(() => readEnv({ DRAIN_DELAY_MS: wrong })).toThrow('DRAIN_DELAY_MS')
    }
  })

  it('accept a valid Redis URL or no URL', () => {
    expect(readEnv({}).redisUrl).toBe(undefined)
    expect(readEnv({ REDIS_URL: 'rediss://:secret@redis.example:6379/1' }).redisUrl).toContain('redis.example')
    for (const wrong of ['redis.example:6379', 'http://redis.example']) {
      expect(() => readEnv({ REDIS_URL: wrong })).toThrow('REDIS_URL')
    }
  })

  it('accept trusted proxies as addresses and ranges only', () => {
    expect(readEnv({})).toMatchObject({ trustedProxies: [] })
    expect(readEnv({ TRUSTED_PROXIES: '10.0.0.1, fd00::/8,192.168.0.0/16' }).trustedProxies).toEqual([
      '10.0.0.1',
      'fd00::/8',
      '192.168.0.0/16',
    ])
    for (const wrong of ['true', '10.0.0', '10.0.0.1/33', '::1/129', '10.0.0.1/8/8', '10.0.0.1/', '*']) {
      expect(() => readEnv({ TRUSTED_PROXIES: wrong })).toThrow('TRUSTED_PROXIES')
    }
  })

  it('cannot disable the limits on attempts, least of all in production', () => {
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://kundig.example',
      AUTH_SECRET: 'a'.repeat(32),
      SMTP_URL: 'smtp://mail.example',
      ...STRIPE,
    }
    for (const wrong of ['0', '-1', 'off', 'NaN', 'Infinity', '1e9']) {
      expect(() => readEnv({ ATTEMPT_LIMIT_FACTOR: wrong })).toThrow('ATTEMPT_LIMIT_FACTOR')
    }
    expect(() => readEnv({ ...production, ATTEMPT_LIMIT_FACTOR: '1000' })).toThrow('at most 10 in production')
    expect(readEnv({ ...production, ATTEMPT_LIMIT_FACTOR: '3' })).toMatchObject({ attemptLimitFactor: 3 })
  })

  it('the settings that an exposed server lacks are listed, with the reason and alternatives', () => {
    const complaint = (settings: Record<string, string>): string => {
      try {
        readEnv(settings)
        return ''
      } catch (error) {
        return String(error)
      }
    }
    expect(complaint({ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' })).toBe(
      `Error: Kundig cannot start with these settings:
  AUTH_SECRET: required in production
  SMTP_URL: required in production
  STRIPE_SECRET_KEY: required in production
  STRIPE_PUBLISHABLE_KEY: required in production
  STRIPE_WEBHOOK_SECRET: required in production
  STRIPE_THIN_WEBHOOK_SECRET: required in production
  These are production's rules, as HOST=0.0.0.0 lets others reach this server. Leave that out to try it out alone, or set TRY_OUT=public to let everybody who reaches it try it out.`,
    )
    expect(complaint({ NODE_ENV: 'production' })).not.toContain('TRY_OUT')
    expect(complaint({ NODE_ENV: 'production', TRY_OUT: 'public' })).toContain('TRY_OUT: not with NODE_ENV=production')
    expect(complaint({ TRY_OUT: '1' })).toContain('TRY_OUT')
  })

  it('enable development fakes for other machines only by explicit choice', () => {
    const PUBLIC_URL = 'https://kundig.example'
    const complete = { PUBLIC_URL, AUTH_SECRET: 'a'.repeat(32), SMTP_URL: 'smtps://mail.example', ...STRIPE }
    expect(readEnv(complete)).toMatchObject({
      developmentFakes: 'none',
      demo: false,
      localMailPage: false,
      drainDelayMs: 5000,
    })
    expect(readEnv({ PUBLIC_URL, TRY_OUT: 'public' })).toMatchObject({
      developmentFakes: 'public',
      demo: true,
      localMailPage: true,
      stripe: null,
    })
    expect(readEnv({ TRY_OUT: 'public' }).developmentFakes).toBe('local')
  })

  it.each([
    ['smtps://mail.example', 'smtps://mail.example'],
    ['smtp://mail.example:587', 'smtp://mail.example:587?requireTLS=true'],
    ['smtp://u:p@mail.example?ignoreTLS=true&name=x', 'smtp://u:p@mail.example?name=x&requireTLS=true'],
    ['smtp://8.8.8.8?requireTLS=false', 'smtp://8.8.8.8?requireTLS=true'],
    ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25'],
    ['smtp://[::1]:25', 'smtp://[::1]:25'],
    ['smtp://10.1.2.3', 'smtp://10.1.2.3'],
    ['smtp://mailpit:1025', 'smtp://mailpit:1025'],
    ['smtp://relay.internal', 'smtp://relay.internal'],
  ])('use TLS for a mail server that is not local: %s', (given, used) => {
    expect(readEnv({ SMTP_URL: given }).smtpUrl).toBe(used)
  })
})
