import { expect, it } from 'vitest'

import { computeHmac } from '../../../platform/secrets.ts'
import { renewSignatures } from './key-rotation.ts'

const [OLD, NEW, OTHER] = ['the old secret', 'the new secret', 'the secret of another site']
const signed = (value: string, secret: string): string => `${value}.${computeHmac(secret, value).toString('base64')}`
const encoded = (value: string, secret: string): string => encodeURIComponent(signed(value, secret))

function renewed(sent: Record<string, string>, secrets: [string, ...string[]] = [NEW, OLD]): Record<string, string> {
  const headers = new Headers(sent)
  renewSignatures(headers, secrets)
  return Object.fromEntries(headers)
}

it('re-signs cookies and tokens of older secrets with the first secret', () => {
  expect(renewed({ cookie: `dark=1; kundig.session_token=${encoded('abc', OLD)}; language=nl` })).toEqual({
    cookie: `dark=1; kundig.session_token=${encoded('abc', NEW)}; language=nl`,
  })
  for (const token of [signed('abc', OLD), encoded('abc', OLD)]) {
    expect(renewed({ authorization: `Bearer ${token}` })).toEqual({ authorization: `Bearer ${encoded('abc', NEW)}` })
  }
})

it('does not change signatures of the first secret or of unknown secrets', () => {
  for (const value of [encoded('abc', NEW), encoded('abc', OTHER), `x${encoded('abc', OLD)}`, 'abc', '', '%', '.=']) {
    const sent = { cookie: `kundig.session_token=${value}; other`, authorization: `Bearer ${value || 'x'}` }
    expect(renewed(sent)).toEqual(sent)
  }
  const old = { cookie: `kundig.session_token=${encoded('abc', OLD)}` }
  expect(renewed(old, [NEW])).toEqual(old)
})
