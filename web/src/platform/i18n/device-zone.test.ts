import { expect, it, vi } from 'vitest'

import { readDeviceZone } from './device-zone.ts'

it('takes UTC for a device whose zone is unknown', () => {
  const reported = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/Unknown' }
  const read = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValueOnce(reported)
  expect(readDeviceZone()).toBe('UTC')
  read.mockRestore()
})
