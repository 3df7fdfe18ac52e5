import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { createNotification, ROOM } from '../../../../development/gallery/gallery-data.ts'
import { openRoom } from '../../../../test/component/chat-room.ts'

it('marks the bell’s entries about the open chat as read, and no other entries', async () => {
  const createAbout = (read: boolean) => createNotification('payment_requested', { room_id: ROOM.id, read })
  const about = createAbout(false)
  const other = createNotification('request_received', { room_id: null, read: false })
  const markRead = vi.fn<(input: { ids?: string[] | undefined }) => { unread: number }>(() => ({ unread: 1 }))
  await openRoom({
    api: {
      notifications: {
        list: () => {
          const isMarked = markRead.mock.calls.length > 0
          return { items: [createAbout(isMarked), other], next_cursor: null, unread: isMarked ? 1 : 2 }
        },
        markRead,
      },
    },
  })
  await expect.poll(() => markRead.mock.calls).toEqual([[{ ids: [about.id] }]])
  await expect.element(page.getByRole('button', { name: /^Notifications/u })).toHaveTextContent('1')
})
