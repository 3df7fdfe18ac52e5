import { expect, vi } from 'vitest'

import { SESSION } from '../../development/gallery/gallery-data.ts'
import { createFakeAccountApi } from './account-answers.ts'
import { type AppOptions, openApp } from './open-app.tsx'

export async function openLiveApp(href: string, options: AppOptions = {}) {
  const { rooms = [], api } = options
  const { resume } = createFakeAccountApi({ session: SESSION, rooms }).chat
  const connect = vi.fn<typeof resume>(resume)
  const app = await openApp(href, { ...options, api: { ...api, chat: { ...api?.chat, resume: connect } } })
  await expect.poll(() => connect).toHaveBeenCalled()
  return { ...app, connect }
}
