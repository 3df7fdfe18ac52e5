import { assert, asyncProperty, string } from 'fast-check'
import { expect, it } from 'vitest'

import { readPdfText } from '@kundig/testing/payments/receipt-reading'

import { renderReceiptPdf, type ReceiptPaper } from './receipt-pdf.ts'

const AT = new Date('2026-11-24T10:00:00Z')

function paper(name: string, description: string, change: Partial<ReceiptPaper> = {}): ReceiptPaper {
  return {
    receipt: {
      id: '0',
      series: '2026',
      number: 123,
      kind: 'payment',
      paymentRequestId: '1',
      refundId: null,
      isTest: false,
      amount: 1999,
      currency: 'eur',
      vatRateBp: null,
      vatAmount: null,
      happenedAt: AT,
      issuedAt: AT,
      content: {
        site: {
          name,
          legal_name: name,
          register_number: '12345678',
          vat_number: 'NL001234567B01',
          address: `${name}\n1000 AA Amsterdam`,
          email: 'hello@example.com',
          phone: '',
        },
        buyer: { name },
        seller: { name },
        lines: [{ description, amount: 1999 }],
        paid_with: null,
      },
    },
    refunds: [],
    paymentNumber: null,
    voidSince: null,
    ...change,
  }
}

it('names the sender with the owner’s details', async () => {
  const text = await readPdfText(await renderReceiptPdf(paper('Nina Berg', 'An hour'), 'nl'))
  for (const part of ['Betaalbewijs', '2026-000123', 'KvK 12345678', 'Btw NL001234567B01', 'hello@example.com'])
    expect(text).toContain(part)
  expect(text).not.toContain('test')
})

it.each([
  ['王芳', 'WangFang'],
  ['ธนาคาร', 'thnakhar'],
  ['हिन्दी', 'hindi'],
])('transliterates %s, for which no font exists', async (name, spelled) => {
  expect(await readPdfText(await renderReceiptPdf(paper(name, name), 'en'))).toContain(spelled)
})

it.each(['Zoë Łukasz Győri', 'Ştefan Nguyễn', 'Жанна Ελένη', "O'Brien-Jean", 'and ¡€ø!'])(
  'the receipt contains the name %s unchanged',
  async (name) => {
    expect(await readPdfText(await renderReceiptPdf(paper(name, name), 'en'))).toContain(name.normalize('NFC'))
  },
)

it.each([
  ['letters that are read from the right', 'مرحبا بالعالم שלום'],
  ['letters that no font has', '李 小龍 ᚠ'],
  ['accents in heaps', `Z${'\u0337\u0362\u0351'.repeat(40)}a`],
  ['what turns a text around', 'A\u202Eevil\u202C\u200F'],
  ['pictures', '👩‍👩‍👧 🇳🇱 ✂️'],
  ['one long word', 'W'.repeat(300)],
  ['new lines and control characters', 'one\r\ntwo\u0000\u0007\u001B[31m'],
  ['nothing', ''],
  ['half a character', '\uD83D'],
])('a receipt can be drawn with %s', async (_, name) => {
  const text = await readPdfText(await renderReceiptPdf(paper(name, `${name} ${'word '.repeat(150)}`), 'en'))
  expect(text).toContain('2026-000123')
  expect(text).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
})

it('draws any text that people can enter', async () => {
  await assert(
    asyncProperty(string({ unit: 'binary', maxLength: 60 }), async (name) => {
      expect(await readPdfText(await renderReceiptPdf(paper(name, name), 'en'))).toContain('2026-000123')
    }),
    { numRuns: 8 },
  )
}, 60_000)

it('continues on more numbered pages when there are many refunds', async () => {
  const refunds = Array.from({ length: 80 }, (_, index) => ({ at: AT, amount: 1, number: `R2026-${index}` }))
  const text = await readPdfText(await renderReceiptPdf(paper('Nina Berg', 'An hour', { refunds }), 'en'))
  for (const { number } of refunds) expect(text).toContain(number)
  expect(text).toMatch(/Page 1 of (\d).*Page \1 of \1/u)
  expect(text).toContain('€19.19')
})
