import { beforeAll, expect, it } from 'vitest'

import { useTestApp } from '@kundig/testing/server/use-test-app'

import { startApp } from '../src/app.ts'
import { findFreePort } from '../src/platform/http/free-port.ts'

const app = useTestApp({ payments: 'simulator' })

beforeAll(async () => {
  // The test uses only the app's settings and database, so the app itself is stopped.
  await app.stop()
})

const connections = async () =>
  (
    await app.sql<{ application_name: string }>(
      `SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
  ).map(({ application_name }) => application_name)

it('a server that cannot start logs the reason and leaves nothing open', async () => {
  const port = await findFreePort()
  const starting = startApp({ ...app.settings, port, files: { folder: '/dev/null/no-folder' } })
  await expect(starting).rejects.toThrow('ENOTDIR')
  await expect.poll(connections).toEqual([])
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
})

it('a server whose port is taken logs that and leaves nothing open', async () => {
  await app.restart()
  await expect(startApp(app.settings)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await app.stop()
  await expect.poll(connections).toEqual([])
})
