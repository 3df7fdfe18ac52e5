/** Changes that break servers of the previous release, which run during an upgrade and after a rollback. */
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
/** Added column. It must not be required without a default: other releases insert rows without the column. */
const ADDED_COLUMN =
  /\bADD\s+(?:COLUMN\s+)?(?!CONSTRAINT\b|CHECK\b|UNIQUE\b|PRIMARY\b|FOREIGN\b|EXCLUDE\b)(?:IF\s+NOT\s+EXISTS\s+)?(\S+)\s([^]*)/iu
const REQUIRED = /\bNOT\s+NULL\b|\bPRIMARY\s+KEY\b/iu
const FILLED = /\bDEFAULT\b|\bGENERATED\b/iu
const ADDED_RULE = /\bADD\s+(?:CONSTRAINT\s+\S+\s+)?(?:CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/iu
const UNIQUE_INDEX = /\bCREATE\s+UNIQUE\s+INDEX\b[^]*?\bON\s+(?:ONLY\s+)?(\S+)/iu

/** Comment that exempts the next statement. It names the release since which no server uses the changed part. */
const EXEMPTION = /--\s*Out of use since (\d+\.\d+\.\d+)\b/u
/** Comment that exempts the next statement, because the new constraint is looser than the old one. */
const LOOSER = /--\s*Looser than before\b/u
const ONE_RULE_FOR_ANOTHER = /\bDROP\s+CONSTRAINT\s+(\S+?)\s*,\s*ADD\s+CONSTRAINT\s+\1\s+CHECK\b/iu
/** Comment that exempts the next statement: a trigger makes rows of other releases satisfy the check. */
const KEPT_BY_TRIGGER = /--\s*Kept by a trigger: (\w+)\b/u
/** Comment that exempts the next statement, because only a foreign key's action on deletion changes. */
const SAME_KEY = /--\s*No release removes these rows\b/u
/** Statement that replaces a foreign key. A later migration validates existing rows without blocking readers. */
const ONE_KEY_FOR_ANOTHER =
  /^ALTER\s+TABLE\s+\S+\s+DROP\s+CONSTRAINT\s+(\S+?)\s*,\s*ADD\s+CONSTRAINT\s+\1\s+FOREIGN\b[^]*\bNOT\s+VALID$/iu
const VALIDATION = /\bVALIDATE\s+CONSTRAINT\b/iu
/** Statements that block readers of a table until the migration ends. */
const SHUTS_TABLE = /\b(?:DROP|ADD)\s+CONSTRAINT\b/iu

/** Splits SQL into statements. Omits quoted texts and dollar-quoted bodies, which are data or run later. */
function splitStatements(sql: string): { text: string; comments: string }[] {
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

function splitActions(statement: string): string[] {
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

function isOlderRelease(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const index = (a ?? []).findIndex((part, place) => part !== b?.[place])
  return index >= 0 && (a?.[index] ?? 0) < (b?.[index] ?? 0)
}

/**
 * Describes how a migration breaks servers of the previous release. Ignores the migration's own new tables. Comments
 * permit exceptions. `-- Out of use since 1.4.0` permits a change of an unused part. `-- Looser than before` permits
 * replacing a check of the same name. `-- Kept by a trigger: its_name` permits a new check. `-- No release removes
 * these rows` permits replacing a foreign key of the same name by a `NOT VALID` one. A later migration must validate
 * the key, because altered tables stay locked until a migration ends.
 * @param release of the migration, such as `1.5.0`
 */
export function findBreakingChanges(sql: string, release: string): string[] {
  const statements = splitStatements(sql)
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
    if (exempted !== undefined && isOlderRelease(exempted, release)) return []
    const table = nameOf(text, /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\S+)/iu) || nameOf(text, UNIQUE_INDEX)
    if ((table !== '' && made.includes(table)) || /^CREATE\s+TABLE\b/iu.test(text)) return []
    return splitActions(text).flatMap((action) => {
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
