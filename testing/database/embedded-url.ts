import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export async function readEmbeddedUrl(location: string): Promise<string> {
  const [password, pidFile] = await Promise.all([
    readFile(join(dirname(location), 'password'), 'utf8'),
    readFile(join(location, 'postmaster.pid'), 'utf8'),
  ])
  return `postgresql://kundig:${password.trim()}@127.0.0.1:${pidFile.split('\n')[3]}/kundig`
}
