import { formatReceiptNumber } from '@kundig/contract/books/receipt-content'
import type { Language } from '@kundig/contract/languages'
import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { renderMailHtml, renderMailText } from '../../../platform/mail/mail-layout.ts'
import type { Mail } from '../../../platform/mail/mail-outbox.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import { formatCents, formatDay, RECEIPT_TEXTS, describePaymentMethod } from './receipt-texts.ts'
import type { ReceiptRow } from './receipt.repository.ts'

interface Texts {
  subject: (amount: string, seller: string) => string
  preview: (number: string) => string
  intro: (amount: string, seller: string, date: string) => string
  button: string
  note: string
  footer: string
}

const TEXTS: Record<Language, Texts> = {
  en: {
    subject: (amount, seller) => `Your receipt: ${amount} to ${seller}`,
    preview: (number) => `Receipt ${number}`,
    intro: (amount, seller, date) => `You paid ${amount} to ${seller} on ${date}.`,
    button: 'Open your receipt',
    note: 'You’ll find the PDF with your payments. Log in to open it.',
    footer: `${SITE_NAME} sends this email once for each payment. Replies aren’t read.`,
  },
  nl: {
    subject: (amount, seller) => `Je betaalbewijs: ${amount} aan ${seller}`,
    preview: (number) => `Betaalbewijs ${number}`,
    intro: (amount, seller, date) => `Je hebt op ${date} ${amount} betaald aan ${seller}.`,
    button: 'Betaalbewijs openen',
    note: 'Je vindt de PDF bij je betalingen. Log in om hem te openen.',
    footer: `${SITE_NAME} stuurt deze mail één keer per betaling. Antwoorden worden niet gelezen.`,
  },
}

export function buildReceiptMail(
  receipt: ReceiptRow,
  { to, language, base }: { to: string; language: Language; base: string },
): Mail {
  const { subject, preview, intro, button, note, footer } = TEXTS[language]
  const { content, amount, currency, happenedAt, isTest } = receipt
  const texts = RECEIPT_TEXTS[language]
  const [money, number] = [formatCents(amount, currency, language), formatReceiptNumber(receipt)]
  const method = describePaymentMethod(content.paid_with, language)
  const mailContent = {
    preview: preview(number),
    heading: subject(money, content.seller.name),
    intro: intro(money, content.seller.name, formatDay(happenedAt, language)),
    items: [
      { text: `${texts.number}: ${number}` },
      ...content.lines.flatMap(({ description }) =>
        description === '' ? [] : [{ text: `${texts.description}: ${description}` }],
      ),
      ...(method === null ? [] : [{ text: `${texts.paidWith}: ${method}` }]),
    ],
    button: { label: button, url: `${base}${ACCOUNT_PAGES.payments}` },
    notes: [...(isTest ? [texts.test] : []), note],
    footer,
    fixed: [money, content.seller.name, number],
  }
  return {
    to,
    subject: mailContent.heading,
    text: renderMailText(mailContent),
    html: renderMailHtml(language, mailContent),
    language,
  }
}
