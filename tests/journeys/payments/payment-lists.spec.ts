import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations, ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'
import { readPdfText } from '@kundig/testing/payments/receipt-reading'

const WORDS = {
  en: {
    total: '€35.00',
    payments: 'Payments',
    openPayments: /^Payments/u,
    ownPayments: 'Your payments',
    receipt: /^Receipt \(PDF\) TEST-\d{4}-\d{6}$/u,
    paid: 'Paid',
    asked: 'Not paid yet',
    card: 'Visa ending in 4242',
    onPaper: ['Receipt', 'An hour of advice', '€35.00', 'Visa ending in 4242', 'This receipt is a test.'],
    toRequest: 'Go to the payment request',
    earnings: 'Earnings',
    openEarnings: 'See your earnings',
    net: '€33.25',
    table: 'Months as a table',
    csv: 'Download as CSV',
    csvRow: ',35.00,1.75,0.00,0.00,33.25,x\r\n',
    csvName: /^earnings-\d{4}-\d\d-\d\d\.csv$/u,
    test: 'No real money moved.',
  },
  nl: {
    total: '€ 35,00',
    payments: 'Betalingen',
    openPayments: /^Betalingen/u,
    ownPayments: 'Je betalingen',
    receipt: /^Betaalbewijs \(PDF\) TEST-\d{4}-\d{6}$/u,
    paid: 'Betaald',
    asked: 'Nog niet betaald',
    card: 'Visa eindigend op 4242',
    onPaper: ['Betaalbewijs', 'An hour of advice', '€ 35,00', 'Visa eindigend op 4242', 'Dit bewijs is een test.'],
    toRequest: 'Naar het betaalverzoek',
    earnings: 'Inkomsten',
    openEarnings: 'Je inkomsten bekijken',
    net: '€ 33,25',
    table: 'Maanden als tabel',
    csv: 'Downloaden als CSV',
    csvRow: ';"35,00";"1,75";"0,00";"0,00";"33,25";x\r\n',
    csvName: /^inkomsten-\d{4}-\d\d-\d\d\.csv$/u,
    test: 'Er is geen echt geld overgemaakt.',
  },
} as const

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]
  const small = { ...look, width: 375, height: 812 }

  test(
    `a buyer downloads a receipt by keyboard, and a seller sees their earnings, on a phone (${name})`,
    { tag: '@core' },
    async ({ people }) => {
      const { buyer, seller, roomId, calls } = await makeDeal(people, [small, small])
      await calls.ask(seller, roomId, '35', 'An hour of advice')
      await openDealChat(buyer.page, roomId)
      await locatePayments(buyer.page, language).payWith(words.total, CARDS.visa)
      await expect(locatePayments(buyer.page, language).requestCard(words.total, 'completed')).toBeVisible()
      await calls.ask(seller, roomId, '12', 'Another hour')

      const { page } = buyer
      await page.goto('/account')
      await page.getByRole('link', { name: words.openPayments }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: words.payments })).toBeVisible()
      const rows = page.getByRole('region', { name: words.ownPayments }).getByRole('listitem')
      await expect(rows).toHaveCount(2)
      await expect(rows.first()).toContainText(words.asked)
      await expect(rows.first().getByRole('link', { name: words.toRequest })).toBeVisible()
      for (const part of [words.total, 'An hour of advice', words.card, words.paid])
        await expect(rows.last()).toContainText(part)
      await expectNoAccessibilityViolations(page)
      await expectToFit(page)
      const receipt = rows.last().getByRole('link', { name: words.receipt })
      await receipt.focus()
      const downloading = page.waitForEvent('download')
      await page.keyboard.press('Enter')
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^kundig-TEST-\d{4}-\d{6}\.pdf$/u)
      const text = await readPdfText(await readFile(await download.path()))
      for (const part of words.onPaper) expect(text).toContain(part)

      const selling = seller.page
      await selling.goto('/account')
      await selling.getByRole('link', { name: words.openEarnings }).focus()
      await selling.keyboard.press('Enter')
      await expect(selling.getByRole('heading', { level: 1, name: words.earnings })).toBeVisible()
      await expect(selling.getByText(words.test)).toBeVisible()
      await expect(selling.getByRole('main')).toContainText(words.net)
      await expect(selling.locator('canvas')).toBeVisible()
      await selling.getByText(words.table).focus()
      await selling.keyboard.press('Enter')
      await expect(selling.getByRole('row')).toHaveCount(2)
      await expect(selling.getByRole('row').last()).toContainText(words.net)
      await expectNoAccessibilityViolations(selling)
      await expectToFit(selling)
      const saving = selling.waitForEvent('download')
      await selling.getByRole('link', { name: words.csv }).focus()
      await selling.keyboard.press('Enter')
      const file = await saving
      expect(file.suggestedFilename()).toMatch(words.csvName)
      expect(await readFile(await file.path(), 'utf8')).toContain(words.csvRow)
    },
  )
}
