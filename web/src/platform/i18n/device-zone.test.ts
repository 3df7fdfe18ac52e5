import { expect, it, vi } from 'vitest'

import { readDeviceZone } from './device-zone.ts'

it('returns UTC for a device with an unknown time zone', () => {
  const reported = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/Unknown' }
  const read = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce(reported)
  expect(readDeviceZone()).toBe('UTC')
  read.mockRestore()
})
