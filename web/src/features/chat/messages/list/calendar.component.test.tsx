import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'

import { createMessage, log, openRoom } from '../../../../../test/component/chat-room.ts'
import { watchCalendar } from '../../../../platform/i18n/calendar.ts'

const rooms = page.getByRole('navigation', { name: 'Your chats' })

it('after midnight the chat and the list of rooms show yesterday instead of today', async () => {
  const lastMinute = new Date(2026, 2, 3, 23, 57)
  vi.useFakeTimers({ toFake: ['Date'], now: lastMinute })
  onTestFinished(() => void vi.useRealTimers())
  watchCalendar()
  const at = lastMinute.toISOString()
  await openRoom({ room: { created_at: at, updated_at: at }, messages: [createMessage(1, { created_at: at })] })
  await expect.element(log.getByText('Today', { exact: true })).toBeVisible()
  await expect.element(rooms.getByText('23:57')).toBeVisible()
  vi.setSystemTime(new Date(2026, 2, 4, 0, 0, 1))
  window.dispatchEvent(new Event('focus'))
  await expect.element(log.getByText('Yesterday', { exact: true })).toBeVisible()
  await expect.element(rooms.getByText('Yesterday')).toBeVisible()
})
