export class CliError extends Error {}

/** Error codes for a full disk, quota or file size limit. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && DISK_FULL.has(String(current.code))) return true
    if (/No space left|Disk quota exceeded/u.test(current.message)) return true
  }
  return false
}

export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
