import { expect, test } from 'vitest'

import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'

import { applyChange } from './changed-settings.ts'

const ON = {
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
  time_zone: 'Europe/Amsterdam',
  quiet_hours: { from: '22:00', until: '07:00' },
  previews: false,
  mail: ON,
  push: ON,
  mail_state: 'on',
  push_key: null,
}

test('changes one switch of one channel only', () => {
  const changed = applyChange(SETTINGS, { mail: { chats: false } })
  expect(changed).toEqual({ ...SETTINGS, mail: { ...ON, chats: false } })
})

test('a change of settings can remove quiet hours and leaves other settings unchanged', () => {
  expect(applyChange(SETTINGS, { quiet_hours: null }).quiet_hours).toBeNull()
  expect(applyChange(SETTINGS, { previews: true, quiet_hours: undefined })).toEqual({ ...SETTINGS, previews: true })
})
