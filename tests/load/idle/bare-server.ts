import fastify from 'fastify'
import { Pool } from 'pg'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'

import { reportUrlToParent } from '../chat/child.ts'

/** Serves one query by Fastify and `pg`, from the embedded database of a Kundig that has stopped. */
async function main(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: process.env['DATA_DIR'] ?? '' })
  const pool = new Pool({ connectionString: postgres.url })
  const server = fastify()
  server.get('/', async () => {
    const { rows } = await pool.query<{ full_name: string }>('SELECT full_name FROM profiles LIMIT 12')
    return rows
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  reportUrlToParent(url, async () => {
    await server.close()
    await pool.end()
    await postgres.stop()
  })
}

await main()
