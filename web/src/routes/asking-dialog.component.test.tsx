import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { RequestAllowance } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { createRequest, MARIEKE, READER } from '../../development/gallery/gallery-data.ts'
import { openApp } from '../../test/component/open-app.tsx'

const NAME = MARIEKE.full_name
const FREE: RequestAllowance = { left_today: 5, daily: 5, next_at: null, left_open: 10, open_max: 10, again: null }
const ALL = {
  messages: true,
  requests: true,
  answers: true,
  chats: true,
  appointments: true,
  payments: true,
  selling: true,
}
const SETTINGS: NotificationSettings = {
  language: 'en',
  time_zone: null,
  quiet_hours: null,
  previews: false,
  mail: ALL,
  push: ALL,
  mail_state: 'on',
  push_key: 'BKey',
}

const dialog = page.getByRole('dialog')
const invitation = page.getByRole('dialog', { name: 'What happens next' })
const permission = vi.fn<() => NotificationPermission>()
beforeEach(() => {
  permission.mockReturnValue('default')
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(permission)
  return () => vi.restoreAllMocks()
})

async function ask(settings: Partial<NotificationSettings> = {}) {
  const app = await openApp(`/profile/${MARIEKE.id}`, {
    api: {
      connectionRequests: {
        waiting: () => ({ items: [] }),
        allowance: () => FREE,
        create: () => createRequest(1, { sender_id: READER.id, receiver_id: MARIEKE.id, message: 'Hello' }),
      },
      notifications: { settings: () => ({ ...SETTINGS, ...settings }) },
    },
  })
  await page.getByRole('button', { name: `Send Request to ${NAME}` }).click()
  await dialog.getByRole('textbox').fill('Hello')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText(`Question sent. ${NAME} has 14 days to answer.`)).toBeVisible()
  return app
}

it('shows the next step after a request and offers pushes, once per browser', async () => {
  const { screen } = await ask()
  await expect.element(invitation).toMatchTextContent(`${NAME} is notified now and can answer for 14 days.`)
  await expect.element(invitation.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  await invitation.getByRole('button', { name: 'Not now' }).click()
  await expect.element(invitation).not.toBeInTheDocument()
  await screen.unmount()
  await ask()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('stops offering pushes when the person denies them', async () => {
  vi.spyOn(Notification, 'requestPermission').mockImplementation(() => {
    permission.mockReturnValue('denied')
    return Promise.resolve('denied')
  })
  await ask()
  await invitation.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect.element(invitation).not.toBeInTheDocument()
})

it.each([
  ['pushes are forbidden', 'denied', {}],
  ['the site sends none', 'default', { push_key: null }],
] as const)('does not offer pushes where %s', async (_case, allowed, settings) => {
  permission.mockReturnValue(allowed)
  await ask(settings)
  await expect.element(dialog).not.toBeInTheDocument()
})
