/** Something to tell whoever typed a command, in its own words. */
export class Complaint extends Error {}

/** Codes of a disk, a quota or a limit that is reached. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether something could not be written for want of room. */
export function isNoRoom(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && NO_ROOM.has(String(current.code))) return true
    if (/No space left|Disk quota exceeded/u.test(current.message)) return true
  }
  return false
}

/** Runs a command to its end, and prints what came of it. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
