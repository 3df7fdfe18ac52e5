import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { describeSettings, readEnv } from '@kundig/server/env'
import { copyOf, filterOf, stagesOf } from '@kundig/testing/container/dockerfile'

const root = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

const stages = stagesOf(read('deploy/Dockerfile'))
const last = stages.at(-1)
const texts = (name: string): string[] =>
  last?.instructions.filter((one) => one.name === name).map(({ text }) => text) ?? []
const isLetThrough = filterOf(read('deploy/Dockerfile.dockerignore'))
const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }

describe('the container image', () => {
  it('has the Node that the project is made for, in every stage', () => {
    expect(stages.length).toBeGreaterThan(1)
    for (const { base } of stages) expect(base).toMatch(new RegExp(`^node:${read('.node-version').trim()}[-.]`, 'u'))
  })

  it('runs as an ordinary user, is asked whether it is up, and gets signals itself', () => {
    expect(texts('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/u)])
    expect(texts('HEALTHCHECK')).toEqual([expect.stringContaining('/healthz')])
    expect(texts('CMD')).toEqual([expect.stringMatching(/^\["node", /u)])
    expect(texts('ENV')).toContain('NODE_ENV=production')
  })

  it('knows every workspace before it installs packages', () => {
    for (const { instructions } of stages) {
      const install = instructions.findIndex(({ name, text }) => name === 'RUN' && /^npm (?:ci|install)/u.test(text))
      const copied = instructions
        .slice(0, Math.max(0, install))
        .flatMap(({ name, text }) => (name === 'COPY' ? copyOf(text).sources : []))
      const needed =
        install === -1
          ? []
          : [
              'package-lock.json',
              ...['.', ...globSync(workspaces, { cwd: root })].map((one) => join(one, 'package.json')),
            ]
      expect(copied).toEqual(expect.arrayContaining(needed))
    }
  })

  it('is made of files that are there and are let through', () => {
    const files = globSync('{*,{contract,server,web,stripe-simulator,testing,tests}/**/*}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
    }).filter(isLetThrough)
    for (const { instructions } of stages) {
      for (const { name, text } of instructions) {
        const { from, sources } = name === 'COPY' ? copyOf(text) : { from: '', sources: [] }
        for (const source of from === undefined ? sources : [])
          expect(
            files.filter((file) => `${file}/`.startsWith(`${source}/`)),
            source,
          ).not.toEqual([])
      }
    }
  })

  it.each([
    '.env',
    '.git/config',
    '.data/auth-secret',
    'server/.data/auth-secret',
    'server/.env.production',
    'server/node_modules/pg/package.json',
    'testing/server/test-app.ts',
    'server/src/env.test.ts',
    'web/dist/client/index.html',
    'tests/journeys/playwright.config.ts',
  ])('is not given %s', (path) => {
    expect(isLetThrough(path)).toBe(false)
  })

  it.each([
    'server/src/main.ts',
    'server/migrations/0001_spine.sql',
    'tests/journeys/package.json',
    'web/src/app/shell/app.tsx',
  ])('is given %s', (path) => {
    expect(isLetThrough(path)).toBe(true)
  })
})

describe('compose.yaml', () => {
  const compose = read('deploy/compose.yaml')
  const settings = describeSettings().map(({ name }) => name)
  const serverPart = compose.slice(compose.indexOf('x-kundig:'), compose.indexOf('\nservices:'))
  const given = Array.from(serverPart.matchAll(/^ {4}([A-Z0-9_]+): (.*)$/gmu), ([, name = '', value = '']) => ({
    name,
    value,
  }))

  it('sets only what is a setting', () => {
    expect(given.length).toBeGreaterThan(10)
    expect(given.map(({ name }) => name).filter((name) => !settings.includes(name))).toEqual([])
  })

  it('gives or asks for all that production needs', () => {
    const missing = (): string => {
      try {
        readEnv({ NODE_ENV: 'production' })
        return ''
      } catch (error) {
        return String(error)
      }
    }
    const required = Array.from(missing().matchAll(/^ {2}(\w+): required/gmu), ([, name = '']) => name)
    expect(required).toContain('AUTH_SECRET')
    const sure = given.filter(({ value }) => !value.includes(':-}')).map(({ name }) => name)
    expect(required.filter((name) => !sure.includes(name))).toEqual([])
  })

  it('holds no secret of its own', () => {
    const secret = given.filter(({ name }) => /SECRET|PASSWORD|_KEY/u.test(name))
    expect(secret.length).toBeGreaterThan(3)
    for (const { name, value } of secret) expect(value, name).toMatch(/^\$\{\w+:[?-].*\}$/u)
    for (const name of ['DATABASE_URL', 'REDIS_URL'])
      expect(given.find((one) => one.name === name)?.value).toMatch(/:\$\{\w+_PASSWORD:\?[^}]*\}@/u)
  })
})
