import { expect, it } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { toRequestEnd } from './request-end.ts'

const request = (part: Partial<ConnectionRequest>) => part as ConnectionRequest

it.each([
  [{ status: 'pending', withdrawn: false }, null],
  [{ status: 'accepted', withdrawn: false, ended_by: null }, null],
  [{ status: 'rejected', withdrawn: false, ended_by: 'receiver' }, 'receiver'],
  [{ status: 'rejected', withdrawn: true, ended_by: 'expired' }, 'expired'],
  [{ status: 'rejected', withdrawn: true, ended_by: 'blocked' }, 'blocked'],
  [{ status: 'rejected', withdrawn: true }, 'withdrawn'],
  [{ status: 'rejected', withdrawn: false }, 'receiver'],
] as const)('determines how a request ended from its fields: %j', (part, end) => {
  expect(toRequestEnd(request(part))).toBe(end)
})
