import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { findMessageFaults } from './commit-message.ts'

// Checks the message in a given file (hook scripts/commit-msg). Without a file, checks all commits since the last tag.

function stripComments(message: string): string {
  const [written = ''] = message.split(/^# -+ >8 -+$/mu)
  return written.replaceAll(/^#.*\n?/gmu, '').trimStart()
}

function runGit(...command: string[]): string | undefined {
  try {
    return execFileSync('git', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

function listCommitsSinceTag(): [string, string][] {
  if (runGit('rev-parse', '--is-shallow-repository') !== 'false') return []
  const tag = runGit('describe', '--tags', '--abbrev=0')
  if (tag === undefined) return []
  const log = runGit('log', '--no-merges', '--format=%h%n%B%x00', `${tag}..HEAD`) ?? ''
  return log
    .split('\0')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => [entry.slice(0, entry.indexOf('\n')), entry.slice(entry.indexOf('\n') + 1)])
}

const [, , file] = process.argv
const messages: [string, string][] =
  file === undefined ? listCommitsSinceTag() : [['Message', stripComments(readFileSync(file, 'utf8'))]]
// Git writes the messages of merges. The messages of fixups are checked after the squash.
const isLeftAlone = (message: string): boolean =>
  file !== undefined && /^(?:Merge|fixup!|squash!|amend!) /u.test(message)

const faults = messages.flatMap(([name, message]) =>
  isLeftAlone(message) ? [] : findMessageFaults(message).map((fault) => `${name}: ${fault}`),
)
if (faults.length > 0) {
  console.error([...faults, 'docs/style.md has an example.'].join('\n'))
  process.exit(1)
}
