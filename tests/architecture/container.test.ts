import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { describeSettings, readEnv } from '@kundig/server/env'

const root = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

describe('the container image', () => {
  it('uses the project’s Node version in every stage', () => {
    const bases = Array.from(read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gmu), ([, base]) => base)
    expect(bases.length).toBeGreaterThan(1)
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${read('.node-version').trim()}[-.]`, 'u'))
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

  it('sets only existing settings', () => {
    expect(given.length).toBeGreaterThan(10)
    expect(given.map(({ name }) => name).filter((name) => !settings.includes(name))).toEqual([])
  })

  it('sets or requires all settings of production', () => {
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

  it('contains no secrets', () => {
    const secret = given.filter(({ name }) => /SECRET|PASSWORD|_KEY/u.test(name))
    expect(secret.length).toBeGreaterThan(3)
    for (const { name, value } of secret) expect(value, name).toMatch(/^\$\{\w+:[?-].*\}$/u)
    for (const name of ['DATABASE_URL', 'REDIS_URL'])
      expect(given.find((one) => one.name === name)?.value).toMatch(/:\$\{\w+_PASSWORD:\?[^}]*\}@/u)
  })
})
