import { limitHeapGrowth } from '@kundig/server/heap-growth.js'

import { startBenchApp } from '../bench-app.ts'
import { reportUrlToParent } from './child.ts'

limitHeapGrowth()
const app = await startBenchApp({
  databaseUrl: process.env['DATABASE_URL'] ?? '',
  folder: process.env['FILES'] ?? '',
  withPages: false,
  drainDelayMs: Number(process.env['DRAIN_DELAY_MS'] ?? 0),
})
reportUrlToParent(app.url.replace('localhost', '127.0.0.1'), app.close)
