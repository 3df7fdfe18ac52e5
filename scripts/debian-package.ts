import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Runs a command without printing its output. `complaint` is the most useful line of that output. */
export function runCommandQuietly(
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): { ok: boolean; complaint: string } {
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

/** Installs a Debian package as root without a password prompt, and prints failures. Callers check the result. */
export function installDebianPackage(name: string): void {
  const hasApt = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  if (!hasApt || process.getuid?.() !== 0) return
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`${name}: not found; reading the package lists (apt-get update)`)
  const update = runCommandQuietly('apt-get', ['update'], quiet)
  if (!update.ok) console.log(`${name}: apt-get update failed: ${update.complaint}`)
  console.log(`${name}: installing it (apt-get install ${name}), this may take a minute`)
  const install = runCommandQuietly('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
  if (!install.ok) console.log(`${name}: apt-get install failed: ${install.complaint}`)
}
