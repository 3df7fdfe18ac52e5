import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the session secret from the data folder, or creates it there, readable by the file's owner only. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'auth-secret')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim().length >= 32) return known.trim()
  const secret = randomBytes(32).toString('hex')
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
