import { gunzipSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { gzipExceptSecrets } from './partly-gzipped.ts'

const STYLES = '.card { color: red }\n'.repeat(2000)

it('decompresses to the input for every length', async () => {
  for (const length of [0, 1, 65_534, 65_535, 65_536, 200_000]) {
    const secret = 'é'.repeat(length)
    const packed = await gzipExceptSecrets([
      { text: STYLES, isSecret: false },
      { text: secret, isSecret: true },
      { text: STYLES, isSecret: false },
      { text: '', isSecret: true },
    ])
    expect(gunzipSync(packed).toString()).toBe(STYLES + secret + STYLES)
  }
})

it('compresses the public pieces of a page', async () => {
  expect((await gzipExceptSecrets([{ text: STYLES, isSecret: false }])).length).toBeLessThan(STYLES.length / 20)
})

it('the compressed length does not reveal whether a guess of a secret is right', async () => {
  const lengthWith = async (guess: string): Promise<number> => {
    const text = `<p>anna@example.com</p><p>${guess}</p>`
    const pieces = [
      { text: STYLES, isSecret: false },
      { text, isSecret: true },
      { text: `${STYLES}anna@example.com`, isSecret: false },
    ]
    return (await gzipExceptSecrets(pieces)).length
  }
  expect(await lengthWith('anna@example.com'.repeat(9))).toBe(
    await lengthWith('otto@elsewhere.nl'.slice(0, 16).repeat(9)),
  )
})
