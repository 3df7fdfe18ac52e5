import { type BrowserContext, chromium, type Page } from '@playwright/test'

import { migrate } from '@kundig/server/platform/database/migrate'
import { findChromium, createLaunchOptions } from '@kundig/testing/browser/chromium'
import { openSql } from '@kundig/testing/database/test-database'
import { createClient } from '@kundig/testing/people/test-client'

import { startBenchApp } from '../bench-app.ts'
import { openBenchPostgres } from '../bench-postgres.ts'
import { fillRoom } from './fill-room.ts'

export interface RoomPage {
  page: Page
  context: BrowserContext
  /** URL of the list of chats, without an open room. */
  chatsUrl: string
}

/** Opens Ann's chat with Bob in Chromium. @param opened closes page, browser and server */
export async function openRoomPage(opened: AsyncDisposableStack, messages: number): Promise<RoomPage> {
  const { url: databaseUrl, folder } = await openBenchPostgres(opened)
  await migrate(databaseUrl)
  const app = await startBenchApp({ databaseUrl, folder, withPages: true })
  opened.defer(app.close)
  const client = createClient(app.url)
  opened.defer(() => client.disconnect())
  const [ann, bob] = [await client.profiled({ full_name: 'Ann' }), await client.profiled({ full_name: 'Bob' })]
  const { id } = await client.room(ann, bob)
  const sql = await openSql(databaseUrl)
  await fillRoom(sql, id, messages)
  await sql.close()

  const browser = await chromium.launch(createLaunchOptions(findChromium()))
  opened.defer(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-GB' })
  await context.addCookies(Array.from(ann.cookies, ([name, value]) => ({ name, value, url: app.url })))
  const page = await context.newPage()
  const chatsUrl = `${app.url}/dashboard?tab=chats`
  await page.goto(`${chatsUrl}&room=${id}`)
  await page.getByRole('log').locator('.bubble').first().waitFor()
  return { page, context, chatsUrl }
}
