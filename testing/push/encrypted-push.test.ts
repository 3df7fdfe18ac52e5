import { describe, expect, it } from 'vitest'

import { createBrowserKeys, decryptPush } from './encrypted-push.ts'

/** Example of an encrypted push (RFC 8291, section 5 and appendix A). */
const BODY = Buffer.from(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  'base64url',
)
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
}

describe('the body of a push', () => {
  it('is decrypted as in the example of RFC 8291', () => {
    expect(decryptPush(BODY, KEYS)).toBe('When I grow up, I want to be a watermelon')
  })

  it('cannot be decrypted by another key or after a byte changed', () => {
    expect(() => decryptPush(BODY, createBrowserKeys())).toThrow('authenticate data')
    const changed = Buffer.from(BODY)
    changed[100] = (changed[100] ?? 0) ^ 1
    expect(() => decryptPush(changed, KEYS)).toThrow('authenticate data')
  })
})
