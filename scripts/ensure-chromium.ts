import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { findChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')

/** Runs a command quietly; `complaint` is the one line of its output that tells best why it failed. */
function run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): { ok: boolean; complaint: string } {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  const lines = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.split('\n').map((line) => line.trim())
  const complaint = lines.find((line) => /error|failed|unable/i.test(line)) ?? lines.findLast((line) => line !== '')
  return { ok: result.status === 0, complaint: complaint ?? String(result.error ?? '') }
}

/** Installs Debian's own Chromium. Only for root, where no password is asked. */
function installFromApt(): void {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  console.log('chromium: not found; reading the package lists (apt-get update)')
  const update = run('apt-get', ['update'], quiet)
  if (!update.ok) console.log(`chromium: apt-get update failed: ${update.complaint}`)
  console.log('chromium: installing it (apt-get install chromium), this may take a minute')
  const install = run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
  if (!install.ok) console.log(`chromium: apt-get install failed: ${install.complaint}`)
}

/** Downloads the browser that Playwright was made for; its libraries must be on the machine already. */
function installFromPlaywright(): void {
  console.log('chromium: not found; downloading it (npx playwright install chromium)')
  const download = run('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  if (!download.ok) console.log(`chromium: the download failed: ${download.complaint}`)
}

const chosen = process.env['CHROMIUM_PATH']
if (chosen && !findChromium()) {
  console.error(`chromium: CHROMIUM_PATH is ${chosen}, which is not an executable file: correct it or unset it.`)
  process.exit(1)
}

const hasApt = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
if (!findChromium() && hasApt && process.getuid?.() === 0) installFromApt()
// On Ubuntu the package is a stub for a snap, and a mirror may be out of reach: Playwright's own is the second try.
if (!findChromium()) installFromPlaywright()

const found = findChromium()
if (!found) {
  console.error(
    'chromium: the journeys need a Chromium or Chrome: install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to it.',
  )
  process.exit(1)
}
console.log(`chromium: ${found}`)
