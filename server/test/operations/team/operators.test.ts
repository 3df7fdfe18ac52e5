import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { OperatorService } from '../../../src/features/operations/team/operator.service.ts'
import { type DatabaseConnection, openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'

const COMMAND = new URL('../../../src/features/operations/team/operator-command.ts', import.meta.url).pathname

let database: TestDatabase
let connection: DatabaseConnection
let operators: OperatorService
beforeAll(async () => {
  database = await createTestDatabase()
  connection = openDatabase(database.url, 10, createLogger('silent'))
  operators = new OperatorService(connection)
})
beforeEach(() => database.sql.query('DELETE FROM operator_roles'))
afterAll(async () => {
  await connection.close()
  await database.drop()
})

async function account({ isConfirmed = true } = {}): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `${id}@example.com`
  const insert = `INSERT INTO "user" (id, name, email, email_verified) VALUES ($1, '', $2, $3)`
  await database.sql.query(insert, [id, email, isConfirmed])
  return { id, email }
}

async function owner(): Promise<{ id: string; email: string }> {
  const person = await account()
  expect(await operators.change(person.email, 'owner', null)).toBe('changed')
  return person
}

const logOf = (subjectId: string) =>
  database.sql.query(
    `SELECT actor_id, action, subject_kind, state_before, state_after FROM audit_log WHERE subject_id = $1 ORDER BY id`,
    [subjectId],
  )
const roles = async () => (await operators.list()).map(({ userId, role }) => [userId, role])

describe('an operator’s role', () => {
  it('can be assigned, replaced and revoked, with one audit log entry of ids and states each', async () => {
    const boss = await owner()
    const person = await account()
    expect(await operators.change(` ${person.email.toUpperCase()} `, 'viewer', boss.id)).toBe('changed')
    expect(await operators.change(person.email, 'viewer', boss.id)).toBe('unchanged')
    expect(await operators.change(person.email, 'moderator', boss.id)).toBe('changed')
    expect(await roles()).toEqual([
      [boss.id, 'owner'],
      [person.id, 'moderator'],
    ])
    expect(await operators.change(person.email, null, boss.id)).toBe('changed')
    expect(await operators.change(person.email, null, boss.id)).toBe('unchanged')
    const row = { actor_id: boss.id, action: 'role_changed', subject_kind: 'account' }
    expect(await logOf(person.id)).toEqual([
      { ...row, state_before: null, state_after: 'viewer' },
      { ...row, state_before: 'viewer', state_after: 'moderator' },
      { ...row, state_before: 'moderator', state_after: null },
    ])
    expect(await logOf(boss.id)).toMatchObject([{ actor_id: null, state_after: 'owner' }])
  })

  it('requires a confirmed address, because anyone may sign up with another person’s address', async () => {
    const person = await account({ isConfirmed: false })
    expect(await operators.change(person.email, 'owner', null)).toBe('not confirmed')
    expect(await operators.change('missing@example.com', 'owner', null)).toBe('no account')
    expect(await roles()).toEqual([])
    expect(await logOf(person.id)).toEqual([])
  })

  it('cannot be revoked from the last owner', async () => {
    const boss = await owner()
    expect(await operators.change(boss.email, null, boss.id)).toBe('last owner')
    expect(await operators.change(boss.email, 'moderator', boss.id)).toBe('last owner')
    expect(await roles()).toEqual([[boss.id, 'owner']])
    expect(await logOf(boss.id)).toHaveLength(1)
  })

  it('remains with one owner when all owners’ roles are revoked concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      await database.sql.query('DELETE FROM operator_roles')
      const all = [await owner(), await owner(), await owner()]
      const changes = await Promise.all(
        all.map(({ email }, at) => operators.change(email, at % 2 === 0 ? null : 'viewer', null)),
      )
      expect(changes.toSorted()).toEqual(['changed', 'changed', 'last owner'])
      expect((await operators.list()).filter(({ role }) => role === 'owner')).toHaveLength(1)
    }
  })

  it('cannot be assigned by an owner whose own role is already revoked, even under concurrency', async () => {
    for (let round = 0; round < 10; round += 1) {
      await database.sql.query('DELETE FROM operator_roles')
      const [first, second, person] = [await owner(), await owner(), await account()]
      const [taken, given] = await Promise.all([
        operators.change(second.email, null, first.id),
        operators.change(person.email, 'owner', second.id),
      ])
      expect(taken).toBe('changed')
      expect(['changed', 'no owner']).toContain(given)
      expect(await logOf(person.id)).toHaveLength(given === 'changed' ? 1 : 0)
      expect(await operators.change(person.email, 'viewer', second.id)).toBe('no owner')
    }
  })

  it('changes once when two owners make the same change concurrently', async () => {
    await owner()
    const person = await account()
    const changes = await Promise.all([1, 2].map(() => operators.change(person.email, 'moderator', null)))
    expect(changes.toSorted()).toEqual(['changed', 'unchanged'])
    expect(await logOf(person.id)).toHaveLength(1)
  })

  it('prevents the deletion of its account, so that the end of the role is always logged', async () => {
    const boss = await owner()
    await expect(database.sql.query('DELETE FROM "user" WHERE id = $1', [boss.id])).rejects.toThrow(/operator_roles/u)
  })
})

describe('a second factor', () => {
  it('can be removed for an operator who lost it, which ends all sessions and is logged', async () => {
    const { id, email } = await account()
    expect(await operators.resetSecondFactor(email)).toBe('none')
    expect(await operators.resetSecondFactor('missing@example.com')).toBe('no account')
    const { sql } = database
    await sql.query(`UPDATE "user" SET two_factor_enabled = true WHERE id = $1`, [id])
    await sql.query(
      `INSERT INTO two_factor (id, user_id, secret, backup_codes, verified) VALUES (uuidv7(), $1, 's', 'c', true)`,
      [id],
    )
    await sql.query(
      `INSERT INTO session (id, user_id, token, expires_at) VALUES (uuidv7(), $1, $2, now() + interval '1 day')`,
      [id, randomUUID()],
    )
    const outcomes = await Promise.all([1, 2].map(() => operators.resetSecondFactor(` ${email.toUpperCase()}`)))
    expect(outcomes.toSorted()).toEqual(['none', 'reset'])
    expect(await sql.query('SELECT two_factor_enabled FROM "user" WHERE id = $1', [id])).toEqual([
      { two_factor_enabled: false },
    ])
    expect(await sql.query('SELECT 1 FROM session WHERE user_id = $1', [id])).toEqual([])
    expect(await logOf(id)).toEqual([
      {
        actor_id: null,
        action: 'second_factor_reset',
        subject_kind: 'account',
        state_before: 'on',
        state_after: 'off',
      },
    ])
  })
})

describe('the audit log', () => {
  it.each([
    `UPDATE audit_log SET state_after = 'viewer'`,
    'UPDATE audit_log SET state_after = state_after WHERE false',
    'DELETE FROM audit_log',
    'TRUNCATE audit_log',
    `SET session_replication_role = replica; DELETE FROM audit_log`,
  ])('refuses %s', async (statement) => {
    const { id } = await owner()
    const before = await logOf(id)
    await expect(database.sql.query(statement)).rejects.toThrow(/never changed or removed/u)
    expect(await logOf(id)).toEqual(before)
    await database.sql.query('RESET session_replication_role')
  })

  it.each(['Anna Vos', 'anna@example.com', 'a long story '.repeat(9), ''])('cannot store %j', async (text) => {
    const insert = `INSERT INTO audit_log (action, subject_kind, subject_id, state_before, state_after)
       VALUES ($1, $2, uuidv7(), $3, $4)`
    const row = ['role_changed', 'account', null, null]
    for (const at of [0, 1, 2, 3]) {
      await expect(database.sql.query(insert, row.with(at, text))).rejects.toThrow(/check constraint/u)
    }
  })
})

describe('the operators command', () => {
  const run = (...words: string[]) => runOn(database.url, ...words)
  const runOn = async (url: string, ...words: string[]): Promise<{ code: number; out: string; complaint: string }> => {
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: url, AUTH_SECRET: TEST_SECRET }
    try {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [COMMAND, ...words], { env })
      return { code: 0, out: stdout, complaint: stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, out: stdout, complaint: stderr }
    }
  }

  it('creates the first owner, lists the operators, and revokes a role', { tags: 'slow' }, async () => {
    const [boss, other] = [await account(), await account()]
    expect((await run('list')).out).toContain('No operators')
    expect(await run('add', boss.email)).toEqual({ code: 0, out: `${boss.email} is owner now.\n`, complaint: '' })
    expect((await run('add', other.email, 'viewer')).code).toBe(0)
    const listed = (await run('list')).out.trim().split('\n')
    expect(listed).toHaveLength(2)
    expect(listed[0]).toMatch(new RegExp(`^owner .*${boss.email}$`, 'u'))
    const refused = await run('remove', boss.email)
    expect(refused.code).toBe(1)
    expect(refused.complaint).toContain('only owner')
    expect((await run('remove', other.email)).code).toBe(0)
    const kept = await run('reset-second-factor', boss.email)
    expect(kept).toMatchObject({ code: 1, complaint: 'That account has no second factor.\n' })
    expect(await roles()).toEqual([[boss.id, 'owner']])
  })

  it('explains that the database belongs to an older release, or is unreachable', { tags: 'slow' }, async () => {
    const older = await runOn(new URL('/postgres', database.url).href, 'list')
    expect(older).toMatchObject({
      code: 1,
      out: '',
      complaint: expect.stringMatching(/^The database has not been migrated/u) as string,
    })
    const away = await runOn('postgres://missing:secret-password@127.0.0.1:1/kundig', 'list')
    expect(away).toMatchObject({ code: 1, out: '' })
    expect(away.complaint).toMatch(/^The database cannot be used: .*ECONNREFUSED/u)
    expect(away.complaint).not.toContain('secret-password')
  })

  it('prints its usage for unknown arguments, and changes nothing', { tags: 'slow' }, async () => {
    const { email } = await account()
    const all = [[], ['add'], ['add', email, 'king'], ['remove', email, 'owner'], ['list', email], ['drop', email]]
    for (const refused of await Promise.all(all.map((words) => run(...words)))) {
      expect(refused.code).toBe(1)
      expect(refused.complaint).toContain('npm run operator')
    }
    expect((await run('add', 'missing@example.com')).complaint).toContain('No account')
    expect(await roles()).toEqual([])
  })
})
