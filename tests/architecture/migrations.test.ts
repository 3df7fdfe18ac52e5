import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { findBreakingChanges } from './migration-rules.ts'

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const FIRST = '0007'

const migrations = globSync('*.sql', { cwd: join(root, 'server/migrations') })
  .filter((name) => name >= FIRST)
  .toSorted()

describe('migrations', () => {
  it.each(migrations)('%s keeps the previous release working', (name) => {
    expect(findBreakingChanges(readFileSync(join(root, 'server/migrations', name), 'utf8'), version)).toEqual([])
  })

  it.each([
    ['DROP TABLE profiles', 'drops what is in use'],
    ['DROP FUNCTION fold_for_search(text)', 'drops what is in use'],
    ['ALTER TABLE profiles ADD COLUMN age int, DROP COLUMN bio', 'drops a column'],
    ['ALTER TABLE profiles DROP bio', 'drops a column'],
    ['alter table profiles\n  rename column bio to about', 'renames'],
    ['ALTER TABLE profiles RENAME TO people', 'renames'],
    ['ALTER TABLE profiles ALTER COLUMN bio TYPE varchar(20)', 'changes a type'],
    ['ALTER TABLE profiles ALTER bio SET DATA TYPE json USING bio::json', 'changes a type'],
    ['ALTER TABLE profiles ALTER COLUMN bio SET NOT NULL', 'makes a column required'],
    ['ALTER TABLE profiles ALTER COLUMN created_at DROP DEFAULT', 'takes a default away'],
    [
      'ALTER TABLE profiles ADD COLUMN age integer NOT NULL CHECK (age IN (1, 2))',
      'adds a column that others leave out',
    ],
    ['ALTER TABLE profiles ADD CONSTRAINT short CHECK (char_length(bio) < 10)', 'adds a rule that others do not know'],
    ['ALTER TABLE profiles ADD UNIQUE (bio)', 'adds a rule that others do not know'],
    ['CREATE UNIQUE INDEX one_bio ON profiles (bio)', 'adds a rule that others do not know'],
    ['TRUNCATE profiles', 'empties a table'],
    [
      'ALTER TABLE profiles DROP CONSTRAINT old; ALTER TABLE profiles VALIDATE CONSTRAINT own',
      'reads a table that it has locked',
    ],
    ['CREATE TABLE other (id int); -- A table of its own.\nALTER TABLE profiles DROP COLUMN bio;', 'drops a column'],
  ])('are rejected: %s', (sql, what) => {
    expect(findBreakingChanges(sql, '1.5.0')).toEqual([expect.stringContaining(`${what}:`)])
  })

  it.each([
    'ALTER TABLE profiles ADD COLUMN age integer',
    'ALTER TABLE profiles ADD COLUMN age integer NOT NULL DEFAULT 0',
    'ALTER TABLE profiles ALTER COLUMN bio DROP NOT NULL',
    'ALTER TABLE profiles DROP CONSTRAINT short, ALTER COLUMN bio SET DEFAULT 1',
    'CREATE TABLE other (id int NOT NULL); ALTER TABLE other ADD CONSTRAINT one UNIQUE (id); CREATE UNIQUE INDEX two ON other (id)',
    'ALTER TABLE profiles VALIDATE CONSTRAINT own; ALTER TABLE users VALIDATE CONSTRAINT own',
    'DROP INDEX profiles_public_newest; CREATE INDEX profiles_public_newest ON profiles (id)',
    "-- DROP TABLE profiles; only in words\nUPDATE profiles SET bio = 'DROP TABLE x; RENAME' WHERE false",
    'CREATE TRIGGER t BEFORE DELETE OR TRUNCATE ON profiles FOR EACH STATEMENT EXECUTE FUNCTION f()',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DROP TABLE x; END $$',
  ])('are accepted: %s', (sql) => {
    expect(findBreakingChanges(sql, '1.5.0')).toEqual([])
  })

  it('may replace a check by a looser check of the same name, if declared', () => {
    const swap = 'ALTER TABLE profiles DROP CONSTRAINT short, ADD CONSTRAINT short CHECK (char_length(bio) < 1000);'
    expect(findBreakingChanges(`-- Looser than before.\n${swap}`, '1.5.0')).toEqual([])
    expect(findBreakingChanges(swap, '1.5.0')).toHaveLength(1)
    const other = 'ALTER TABLE profiles ADD CONSTRAINT other CHECK (char_length(bio) < 10);'
    expect(findBreakingChanges(`-- Looser than before.\n${other}`, '1.5.0')).toHaveLength(1)
  })

  it('may add a check that a trigger of the same migration enforces for every row', () => {
    const check = 'ALTER TABLE profiles ADD CONSTRAINT short CHECK (char_length(bio) < 10);'
    const trigger = 'CREATE TRIGGER shorten BEFORE INSERT OR UPDATE ON profiles FOR EACH ROW EXECUTE FUNCTION f();'
    expect(findBreakingChanges(`${trigger}\n-- Kept by a trigger: shorten.\n${check}`, '1.5.0')).toEqual([])
    expect(findBreakingChanges(`${trigger}\n-- Kept by a trigger: other.\n${check}`, '1.5.0')).toHaveLength(1)
    expect(findBreakingChanges(`-- Kept by a trigger: shorten.\n${check}`, '1.5.0')).toHaveLength(1)
    expect(findBreakingChanges(`${trigger}\n${check}`, '1.5.0')).toHaveLength(1)
  })

  it('may replace a foreign key of the same name, if no release deletes the referenced rows', () => {
    const swap =
      'ALTER TABLE profiles DROP CONSTRAINT own, ADD CONSTRAINT own FOREIGN KEY (id) REFERENCES users (id) NOT VALID;'
    expect(findBreakingChanges(`-- No release removes these rows.\n${swap}`, '1.5.0')).toEqual([])
    expect(findBreakingChanges(swap, '1.5.0')).toHaveLength(1)
    const locking = swap.replace(' NOT VALID', '')
    expect(findBreakingChanges(`-- No release removes these rows.\n${locking}`, '1.5.0')).toHaveLength(1)
    const other = 'ALTER TABLE profiles ADD CONSTRAINT other FOREIGN KEY (id) REFERENCES users (id) NOT VALID;'
    expect(findBreakingChanges(`-- No release removes these rows.\n${other}`, '1.5.0')).toHaveLength(1)
  })

  it('a migration may drop a column that is declared out of use since an earlier release', () => {
    const drop = 'ALTER TABLE profiles DROP COLUMN bio;'
    expect(findBreakingChanges(`-- Out of use since 1.4.0.\n${drop}`, '1.5.0')).toEqual([])
    expect(findBreakingChanges(`-- Out of use since 1.9.9.\n${drop}`, '1.10.0')).toEqual([])
    for (const release of ['1.4.0', '1.3.9'])
      expect(findBreakingChanges(`-- Out of use since 1.4.0.\n${drop}`, release)).toHaveLength(1)
    expect(findBreakingChanges(`-- Out of use since 1.4.0.\n${drop}\nDROP TABLE profiles;`, '1.5.0')).toHaveLength(1)
  })
})
