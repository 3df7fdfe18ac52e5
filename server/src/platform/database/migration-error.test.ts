import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'

import { describeMigrationError } from './migration-error.ts'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

describe('an error of a migration', () => {
  it('names the migration’s file and the line of the error', () => {
    const text = '-- Up Migration\n\nALTER TABLE one\n  ADD COLUM two text;\n'
    const error = Object.assign(new DatabaseError('syntax error at or near "two"', 10, 'error'), {
      position: String(text.indexOf('two') + 1),
    })
    expect(messageOf(describeMigrationError(error, { name: '0064_two', text }))).toBe(
      'server/migrations/0064_two.sql:4: syntax error at or near "two"',
    )
  })

  it('reports a migration number that is taken or too low', () => {
    const outOfOrder = (added: string) =>
      messageOf(
        describeMigrationError(
          new Error(`Not run migration ${added} is preceding already run migration 0063_b`),
          undefined,
        ),
      )
    expect(outOfOrder('0063_a')).toBe(
      'server/migrations/0063_a.sql: the number 0063 is taken by 0063_b.sql, which has already run. Give it the next free number.',
    )
    expect(outOfOrder('0040_a')).toContain('its number comes before 0063_b.sql')
  })

  it('stays unchanged if the migration’s SQL did not cause it', () => {
    const error = new Error('connect ECONNREFUSED')
    expect(describeMigrationError(error, { name: '0064_two', text: '' })).toBe(error)
  })
})
