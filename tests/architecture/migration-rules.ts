/**
 * What a migration must not do while servers of the release before it are still at work: they go on reading and writing
 * the tables as they knew them, until the last of them is replaced, and again after a rollback (docs/operating/upgrade.md).
 */
const RULES: { name: string; pattern: RegExp }[] = [
  {
    name: 'drops what is in use',
    pattern: /\bDROP\s+(?:TABLE|VIEW|MATERIALIZED\s+VIEW|FUNCTION|SCHEMA|TYPE|SEQUENCE)\b/iu,
  },
  {
    name: 'drops a column',
    pattern:
      /\bALTER\s+TABLE\b.*\bDROP\s+(?:COLUMN\s+)?(?!CONSTRAINT\b|DEFAULT\b|NOT\s+NULL\b|EXPRESSION\b|IDENTITY\b)\S+/isu,
  },
  { name: 'renames', pattern: /\bRENAME\b/iu },
  { name: 'changes a type', pattern: /\bALTER\s+(?:COLUMN\s+)?\S+\s+(?:SET\s+DATA\s+)?TYPE\b/iu },
  { name: 'makes a column required', pattern: /\bSET\s+NOT\s+NULL\b/iu },
  { name: 'takes a default away', pattern: /\bDROP\s+DEFAULT\b/iu },
  { name: 'empties a table', pattern: /(?<!\bOR\s+)\bTRUNCATE\b/iu },
]
/** A required column that is new to a table that others write into, without a value for what they leave out. */
const ADDED_COLUMN =
  /\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b|EXCLUDE\b)(?:IF\s+NOT\s+EXISTS\s+)?(\S+)\s([^]*)/iu
const REQUIRED = /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/iu
const FILLED = /\bDEFAULT\b|\bGENERATED\b/iu
/** A new rule for rows of a table that others write into: they do not know it. */
const ADDED_RULE = /\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/iu
const UNIQUE_INDEX = /\bCREATE\s+UNIQUE\s+INDEX\b[^]*?\bON\s+(?:ONLY\s+)?(\S+)/iu

/** The release in which the old way went out of use, named in the comment right before a statement. */
const EXEMPTION = /--\s*Out of use since (\d+\.\d+\.\d+)\b/u
/** In the comment right before a statement: its rule replaces a stricter one, which the release before kept to. */
const LOOSER = /--\s*Looser than before\b/u
const ONE_RULE_FOR_ANOTHER = /\bDROP\s+CONSTRAINT\s+(\S+?)\s*,\s*ADD\s+CONSTRAINT\s+\1\s+CHECK\b/iu
/** In the comment right before a statement: a trigger of the same migration has rows of other releases keep its check. */
const KEPT_BY_TRIGGER = /--\s*Kept by a trigger: (\w+)\b/u
/** In the comment right before a statement: it changes only what happens to a key's rows when others are removed. */
const SAME_KEY = /--\s*No release removes these rows\b/u
/** The rows that are there are read in a later migration, which locks nobody out. */
const ONE_KEY_FOR_ANOTHER =
  /^ALTER\s+TABLE\s+\S+\s+DROP\s+CONSTRAINT\s+(\S+?)\s*,\s*ADD\s+CONSTRAINT\s+\1\s+FOREIGN\b[^]*\bNOT\s+VALID$/iu
const VALIDATION = /\bVALIDATE\s+CONSTRAINT\b/iu
/** What locks a table against its readers until the migration ends. */
const SHUTS_TABLE = /\b(?:DROP|ADD)\s+CONSTRAINT\b/iu

/** What stands in quotes and between dollars is left out: it is data, or runs later. */
function statementsOf(sql: string): { text: string; comments: string }[] {
  const parts = sql.match(/\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|;|[^$'\-;]+|[$'-]/gu) ?? []
  const statements: { text: string; comments: string }[] = []
  let [text, comments] = ['', '']
  for (const part of parts) {
    if (part.startsWith('--')) comments += `${part}\n`
    else if (part === ';') {
      if (text.trim() !== '') statements.push({ text: text.trim(), comments })
      text = ''
      comments = ''
    } else text += part.length > 1 && /^[$']/u.test(part) ? '…' : part
  }
  if (text.trim() !== '') statements.push({ text: text.trim(), comments })
  return statements
}

/** The actions of an ALTER TABLE, one by one: those of others are one action. */
function actionsOf(statement: string): string[] {
  const actions: string[] = []
  let [depth, action] = [0, '']
  for (const character of statement) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) {
      actions.push(action)
      action = 'ALTER TABLE … '
    } else action += character
  }
  return [...actions, action]
}

function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const index = (a ?? []).findIndex((part, place) => part !== b?.[place])
  return index >= 0 && (a?.[index] ?? 0) < (b?.[index] ?? 0)
}

/**
 * What in a migration would break servers of the release before, in words; empty when nothing would. Tables that the
 * migration itself makes are its own business. A statement is let through whose comment names an earlier release, as in
 * `-- Out of use since 1.4.0`: no server that still runs uses the old way any more. A check may replace another of the same
 * name where the comment says `-- Looser than before`, a check may be added that a trigger of the migration has every row
 * keep (`-- Kept by a trigger: its_name`), and a foreign key another of the same name where it says
 * `-- No release removes these rows` and it is `NOT VALID`. Validating belongs into a migration of its own, as tables that a
 * migration has altered stay locked until it ends.
 * @param release the one that the migration comes with, such as `1.5.0`
 */
export function breaksOf(sql: string, release: string): string[] {
  const statements = statementsOf(sql)
  const nameOf = (text: string, pattern: RegExp): string =>
    (pattern.exec(text)?.[1] ?? '').replaceAll('"', '').split('(')[0] ?? ''
  const made = statements.map(({ text }) => nameOf(text, /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\S+)/iu))
  const isKeptByTrigger = (comments: string, table: string): boolean => {
    const trigger = KEPT_BY_TRIGGER.exec(comments)?.[1]
    const creation = new RegExp(
      `^CREATE\\s+TRIGGER\\s+${trigger}\\s+BEFORE\\s+INSERT\\s+OR\\s+UPDATE\\s+ON\\s+${table}\\b`,
      'iu',
    )
    return trigger !== undefined && statements.some((one) => creation.test(one.text))
  }
  return statements.flatMap(({ text, comments }) => {
    const exempted = EXEMPTION.exec(comments)?.[1]
    if (exempted !== undefined && isOlder(exempted, release)) return []
    const table = nameOf(text, /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\S+)/iu) || nameOf(text, UNIQUE_INDEX)
    if ((table !== '' && made.includes(table)) || /^CREATE\s+TABLE\b/iu.test(text)) return []
    return actionsOf(text).flatMap((action) => {
      const found = RULES.filter(({ pattern }) => pattern.test(action)).map(({ name }) => name)
      const isAlter = /^ALTER\s+TABLE\b/iu.test(action)
      const added = isAlter ? ADDED_COLUMN.exec(action)?.[2] : undefined
      if (added !== undefined && REQUIRED.test(added) && !FILLED.test(added))
        found.push('adds a column that others leave out')
      if (VALIDATION.test(action) && statements.some((one) => SHUTS_TABLE.test(one.text)))
        found.push('reads a table that it has locked')
      const isLooser =
        (LOOSER.test(comments) && ONE_RULE_FOR_ANOTHER.test(text)) ||
        (SAME_KEY.test(comments) && ONE_KEY_FOR_ANOTHER.test(text)) ||
        (/\bCHECK\b/iu.test(action) && isKeptByTrigger(comments, table))
      if ((isAlter && ADDED_RULE.test(action) && !isLooser) || UNIQUE_INDEX.test(action))
        found.push('adds a rule that others do not know')
      return found.map((name) => `${name}: ${action.replaceAll(/\s+/gu, ' ').slice(0, 100)}`)
    })
  })
}
