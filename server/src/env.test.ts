import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { describeSettings, readEnv } from './env.ts'

const EXAMPLE = new URL('../../.env.example', import.meta.url)

describe('settings', () => {
  it('are all in .env.example, with their meaning, and nothing else is', () => {
    const written = describeSettings()
      .map(({ name, meaning }) => `# ${meaning}\n# ${name}=\n`)
      .join('\n')
    expect(readFileSync(EXAMPLE, 'utf8')).toBe(written)
  })

  it('may all be left out: the embedded default needs none', () => {
    expect(readEnv({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demo: true,
    })
  })

  it('that are empty count as left out', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('that are wrong are all named at once', () => {
    const wrong = { PORT: 'http', DATABASE_URL: 'mysql://x', DEMO: 'yes' }
    expect(() => readEnv(wrong)).toThrow(/PORT[\s\S]*DATABASE_URL[\s\S]*DEMO/u)
  })

  it('that production needs are asked for by name', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL: required[\s\S]*AUTH_SECRET: required/u)
    const complete = { NODE_ENV: 'production', PUBLIC_URL: 'https://kundig.example', AUTH_SECRET: 'a'.repeat(32) }
    expect(readEnv(complete)).toMatchObject({ production: true, publicUrl: 'https://kundig.example' })
  })
})
