import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'

import type { Database } from '@kundig/server/platform/database/database'

export interface Statement {
  text: string
  values: unknown[]
}

export interface RecordingDatabase {
  db: Database
  statements: Statement[]
  close: () => Promise<void>
}

export async function openRecordingDatabase(url: string): Promise<RecordingDatabase> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const statements: Statement[] = []
  const logger = { logQuery: (text: string, values: unknown[]) => void statements.push({ text, values }) }
  const transaction = (): Promise<never> => Promise.reject(new Error('Only single statements are taken down'))
  return {
    db: Object.assign(drizzle(client, { logger }), { transaction }),
    statements,
    close: () => client.end(),
  }
}
