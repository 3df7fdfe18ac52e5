import { createECDH } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { createVapidKeys, isVapidKeyPair, isVapidSubject, unsealPrivateKey, sealPrivateKey } from './vapid.ts'

const SECRET = 'a secret for tests only, of 32 characters or more'

describe('keys of web push', () => {
  it('created keys are a matching pair', () => {
    const [one, other] = [createVapidKeys(), createVapidKeys()]
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
    expect(isVapidKeyPair(one)).toBe(true)
    expect(isVapidKeyPair({ ...one, publicKey: other.publicKey })).toBe(false)
    expect(isVapidKeyPair({ ...one, privateKey: 'short' })).toBe(false)
    expect(isVapidKeyPair({ publicKey: '', privateKey: '' })).toBe(false)
    expect(isVapidKeyPair({ ...one, privateKey: Buffer.alloc(32).toString('base64url') })).toBe(false)
  })

  it('the private key is decrypted only with the same secret, and only if unchanged', () => {
    const keys = createVapidKeys()
    const sealed = sealPrivateKey(keys, SECRET)
    expect(unsealPrivateKey(keys.publicKey, sealed, SECRET)).toBe(keys.privateKey)
    expect(unsealPrivateKey(keys.publicKey, sealed, `${SECRET}.`)).toBe(null)
    expect(unsealPrivateKey(createVapidKeys().publicKey, sealed, SECRET)).toBe(null)
    for (let at = 0; at < Buffer.from(sealed, 'base64url').length; at += 1) {
      const bytes = Buffer.from(sealed, 'base64url')
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(unsealPrivateKey(keys.publicKey, bytes.toString('base64url'), SECRET)).toBe(null)
    }
    for (const broken of ['', 'AAAA', sealed.slice(0, -4)]) {
      expect(unsealPrivateKey(keys.publicKey, broken, SECRET)).toBe(null)
    }
  })

  it('created keys have all their bytes, including leading zeros', () => {
    // 3,000 tries are enough, because one key in 256 begins with a zero.
    for (let made = 0; made < 3000; made += 1) {
      expect(Buffer.from(createVapidKeys().privateKey, 'base64url')).toHaveLength(32)
    }
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(Buffer.from([7]))
    const publicKey = curve.getPublicKey('base64url')
    const opened = unsealPrivateKey(publicKey, sealPrivateKey({ publicKey, privateKey: 'Bw' }, SECRET), SECRET)
    expect(isVapidKeyPair({ publicKey, privateKey: opened ?? '' })).toBe(true)
  })

  it('the private key is encrypted differently each time', () => {
    const keys = createVapidKeys()
    expect(sealPrivateKey(keys, SECRET)).not.toBe(sealPrivateKey(keys, SECRET))
  })
})

describe('the contact address for push services', () => {
  it.each(['mailto:admin@kundig.nl', 'https://kundig.nl', 'https://www.kundig.nl/contact', 'mailto:Admin@Kundig.NL'])(
    'may be %s',
    (subject) => expect(isVapidSubject(subject)).toBe(true),
  )

  it.each([
    'admin@kundig.nl',
    'mailto:',
    'mailto:admin',
    'mailto:admin@localhost',
    'mailto:admin@kundig.example',
    'mailto:admin@example.com',
    'mailto:admin@kundig.test',
    'mailto:admin@127.0.0.1',
    'mailto:Kundig <admin@kundig.nl>',
    'mailto: admin@kundig.nl',
    'http://kundig.nl',
    'https://localhost:3000',
    'https://127.0.0.1',
    'https://[::1]/',
    'https://2130706433/',
    'https://kundig.local',
    'https://kundig',
    'ftp://kundig.nl',
    '',
  ])('may not be the address %j', (subject) => expect(isVapidSubject(subject)).toBe(false))
})
