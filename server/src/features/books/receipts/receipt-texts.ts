import type { PaidWith, ReceiptKind } from '@kundig/contract/books/receipt-content'
import type { Language } from '@kundig/contract/languages'

interface Texts {
  title: Record<ReceiptKind, string>
  number: string
  date: Record<ReceiptKind, string>
  buyer: string
  seller: string
  paidWith: string
  of: string
  description: string
  amount: string
  total: Record<ReceiptKind, string>
  refunded: string
  refundedOn: (date: string, number: string | null) => string
  left: string
  card: string
  endingIn: (what: string, last4: string) => string
  refundOf: (description: string) => string
  undescribed: string
  testTitle: string
  test: string
  void: (date: string) => string
  register: (number: string) => string
  vat: (number: string) => string
  note: (site: string, seller: string) => string
  noInvoice: string
  page: (page: number, pages: number) => string
}

export const RECEIPT_TEXTS: Record<Language, Texts> = {
  en: {
    title: { payment: 'Receipt', refund: 'Refund receipt' },
    number: 'Number',
    date: { payment: 'Paid on', refund: 'Refunded on' },
    buyer: 'Paid by',
    seller: 'Paid to',
    paidWith: 'Paid with',
    of: 'Refund of payment',
    description: 'Description',
    amount: 'Amount',
    total: { payment: 'Paid', refund: 'Refunded' },
    refunded: 'Refunded since',
    refundedOn: (date, number) => (number === null ? `On ${date}` : `On ${date}, receipt ${number}`),
    left: 'Paid after refunds',
    card: 'Card',
    endingIn: (what, last4) => `${what} ending in ${last4}`,
    refundOf: (description) => `Refund: ${description}`,
    undescribed: 'Payment',
    testTitle: 'Test',
    test: 'This receipt is a test. No real money moved.',
    void: (date) => `This refund failed on ${date}. This receipt is no longer valid.`,
    register: (number) => `Company register ${number}`,
    vat: (number) => `VAT ${number}`,
    note: (site, seller) => `Provided by ${seller}. ${site} handled the payment.`,
    noInvoice: 'This receipt is not a VAT invoice.',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  nl: {
    title: { payment: 'Betaalbewijs', refund: 'Bewijs van terugbetaling' },
    number: 'Nummer',
    date: { payment: 'Betaald op', refund: 'Terugbetaald op' },
    buyer: 'Betaald door',
    seller: 'Betaald aan',
    paidWith: 'Betaald met',
    of: 'Terugbetaling van',
    description: 'Omschrijving',
    amount: 'Bedrag',
    total: { payment: 'Betaald', refund: 'Terugbetaald' },
    refunded: 'Sindsdien terugbetaald',
    refundedOn: (date, number) => (number === null ? `Op ${date}` : `Op ${date}, bewijs ${number}`),
    left: 'Betaald na terugbetalingen',
    card: 'Kaart',
    endingIn: (what, last4) => `${what} eindigend op ${last4}`,
    refundOf: (description) => `Terugbetaling: ${description}`,
    undescribed: 'Betaling',
    testTitle: 'Test',
    test: 'Dit bewijs is een test. Er is geen echt geld betaald.',
    void: (date) => `Deze terugbetaling is op ${date} mislukt. Dit bewijs is niet meer geldig.`,
    register: (number) => `KvK ${number}`,
    vat: (number) => `Btw ${number}`,
    note: (site, seller) => `Geleverd door ${seller}. ${site} verzorgde de betaling.`,
    noInvoice: 'Dit bewijs is geen btw-factuur.',
    page: (page, pages) => `Pagina ${page} van ${pages}`,
  },
}

const LOCALES: Record<Language, string> = { en: 'en-GB', nl: 'nl-NL' }

export const formatCents = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency }).format(cents / 100)

export const formatDay = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'Europe/Amsterdam', dateStyle: 'long' }).format(at)

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export function describePaymentMethod(paidWith: PaidWith | null, language: Language): string | null {
  if (!paidWith) return null
  const { card, endingIn } = RECEIPT_TEXTS[language]
  const what = (paidWith.brand !== null && BRANDS[paidWith.brand]) || card
  return paidWith.last4 === null ? what : endingIn(what, paidWith.last4)
}
