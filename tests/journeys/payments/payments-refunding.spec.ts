import { readFile } from 'node:fs/promises'

import { expectNoAccessibilityViolations, ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'
import { readPdfText } from '@kundig/testing/payments/receipt-reading'

const WORDS = {
  en: {
    total: '€35.00',
    tooMuch: 'That is more than is left of this payment',
    title: /^Refund \D+$/u,
    amount: /^Amount in euros/u,
    reason: /^Reason/u,
    continue: 'Continue',
    question: 'Refund €12.00?',
    surely: 'Refund €12.00',
    line: /^€12\.00 of €35\.00 refunded on \d/u,
    step: /refunded you €12\.00/u,
    receipt: /^Receipt of the payment of €35\.00 \(PDF, TEST-\d{4}-\d{6}\)$/u,
    credit: /^Receipt of the refund of €12\.00 \(PDF, TEST-R\d{4}-\d{6}\)$/u,
    onPaper: ['Refund receipt', '€12.00', 'An hour of advice'],
  },
  nl: {
    total: '€ 35,00',
    tooMuch: 'Dat is meer dan er van deze betaling over is',
    title: /^[^\d€]+ terugbetalen$/u,
    amount: /^Bedrag in euro’s/u,
    reason: /^Reden/u,
    continue: 'Verder',
    question: '€ 12,00 terugbetalen?',
    surely: '€ 12,00 terugbetalen',
    line: /^€\s12,00 van €\s35,00 terugbetaald op \d/u,
    step: /heeft je €\s12,00 terugbetaald/u,
    receipt: /^Betaalbewijs van de betaling van €\s35,00 \(PDF, TEST-\d{4}-\d{6}\)$/u,
    credit: /^Betaalbewijs van de terugbetaling van €\s12,00 \(PDF, TEST-R\d{4}-\d{6}\)$/u,
    onPaper: ['Bewijs van terugbetaling', '€ 12,00', 'An hour of advice'],
  },
} as const

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  test(
    `a part is refunded by keyboard after a confirmation, and both see it immediately with its receipt, in all tabs (${name})`,
    { tag: '@core' },
    async ({ people }) => {
      const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
      await calls.ask(seller, roomId, '35', 'An hour of advice')
      await openDealChat(seller.page, roomId)
      await openDealChat(buyer.page, roomId)
      const [asking, paying] = [locatePayments(seller.page, language), locatePayments(buyer.page, language)]
      const receipts = [buyer.page, seller.page].map((each) => each.getByRole('link', { name: words.receipt }))
      for (const receipt of receipts) await expect(receipt).toHaveCount(0)
      await paying.payWith(words.total, CARDS.visa)
      await expect(paying.requestCard(words.total, 'completed')).toBeVisible()
      for (const receipt of receipts) await expect(receipt).toBeVisible()
      const card = asking.requestCard(words.total, 'completed')
      const tab = await seller.context.newPage()
      await openDealChat(tab, roomId)

      const { page } = seller
      const menu = asking.menuOf(words.total, 'completed')
      await menu.focus()
      await page.keyboard.press('Enter')
      await asking.action(asking.actions.refund).press('Enter')
      const dialog = page.getByRole('dialog', { name: words.title })
      const amount = dialog.getByLabel(words.amount)
      await expect(amount).toBeFocused()
      await page.keyboard.type('35.01')
      await page.keyboard.press('Tab')
      await expect(dialog.getByLabel(words.reason)).toBeFocused()
      await page.keyboard.type('We met for less')
      await dialog.getByRole('button', { name: words.continue, exact: true }).press('Enter')
      await expect(dialog.getByText(words.tooMuch)).toBeVisible()
      await expect(amount).toBeFocused()
      await expectNoAccessibilityViolations(page)

      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('12')
      await page.keyboard.press('Enter')
      const question = page.getByRole('alertdialog', { name: words.question })
      await expectNoAccessibilityViolations(page)
      await question.getByRole('button', { name: words.surely, exact: true }).press('Enter')
      await expect(card.getByText(words.line)).toBeVisible()
      await expect(menu).toBeFocused()
      await expect(
        locatePayments(tab, language).requestCard(words.total, 'completed').getByText(words.line),
      ).toBeVisible()
      const bought = paying.requestCard(words.total, 'completed')
      await expect(bought.getByText(words.line)).toBeVisible()
      await expect(bought.getByText('We met for less')).toBeVisible()
      await expect(buyer.page.getByRole('log').getByRole('button', { name: words.step })).toBeVisible()
      const { reply, askBack } = paying.actions
      expect(await paying.listActions(words.total, 'completed')).toEqual([reply, askBack])
      await expectNoAccessibilityViolations(buyer.page)
      const credit = bought.getByRole('link', { name: words.credit })
      await expect(credit).toBeVisible()
      await expect(card.getByRole('link', { name: words.credit })).toBeVisible()
      await buyer.page.reload()
      await expect(bought.getByText(words.line)).toBeVisible()
      await bought.getByRole('link', { name: words.receipt }).focus()
      const downloading = buyer.page.waitForEvent('download')
      await credit.press('Enter')
      const text = await readPdfText(await readFile(await (await downloading).path()))
      for (const part of words.onPaper) expect(text).toContain(part)
      await expect(bought).toBeVisible()
    },
  )
}
