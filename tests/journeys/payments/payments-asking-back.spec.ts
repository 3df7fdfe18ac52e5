import { expectNoViolations, HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const WORDS = {
  en: {
    total: '€35.00',
    all: '35.00',
    title: /^Ask .+ for a refund$/u,
    amount: /^Amount in euros/u,
    reason: /^Why do you want it back\?/u,
    send: 'Ask',
    noReason: 'Say why',
    youAsked: /^You asked for €12\.00 back\. .+ can answer until .+\.$/u,
    theyAsk: /^.+ asks for €12\.00 back\. Answer until .+; after that, whoever runs this site decides\.$/u,
    decline: 'Decline to give €12.00 back',
    why: /^Why\?/u,
    surely: 'Decline',
    declined: /^.+ declined to give €12\.00 back$/u,
    refundTitle: /^Refund \D+$/u,
    refundReason: /^Why do you refund this\?/u,
    prefilled: '12.00',
    continue: 'Continue',
    question: 'Refund €12.00?',
    refund: 'Refund €12.00',
    line: /^€12\.00 of €35\.00 refunded on \d/u,
  },
  nl: {
    total: '€ 35,00',
    all: '35,00',
    title: /^.+ om een terugbetaling vragen$/u,
    amount: /^Bedrag in euro’s/u,
    reason: /^Waarom wil je het terug\?/u,
    send: 'Vragen',
    noReason: 'Schrijf waarom',
    youAsked: /^Je hebt €\s12,00 teruggevraagd\. .+ kan tot .+ antwoorden\.$/u,
    theyAsk: /^.+ vraagt €\s12,00 terug\. Antwoord tot .+; daarna beslist het beheer van deze site\.$/u,
    decline: 'Afwijzen om € 12,00 terug te betalen',
    why: /^Waarom\?/u,
    surely: 'Afwijzen',
    declined: /^.+ heeft afgewezen om €\s12,00 terug te betalen$/u,
    refundTitle: /^[^\d€]+ terugbetalen$/u,
    refundReason: /^Waarom betaal je dit terug\?/u,
    prefilled: '12,00',
    continue: 'Verder',
    question: '€ 12,00 terugbetalen?',
    refund: '€ 12,00 terugbetalen',
    line: /^€\s12,00 van €\s35,00 terugbetaald op \d/u,
  },
} as const

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  test(`a buyer asks for money back by keyboard, reads the no, asks again, and has it (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
    await calls.ask(seller, roomId, '35', 'An hour of advice')
    await openDealOn(seller.page, roomId)
    await openDealOn(buyer.page, roomId)
    const [asking, paying] = [paymentsOn(seller.page, language), paymentsOn(buyer.page, language)]
    await paying.payWith(words.total, CARDS.visa)
    const bought = paying.requestCard(words.total, 'completed')
    const sold = asking.requestCard(words.total, 'completed')

    const { page } = buyer
    const askBack = async (): Promise<void> => {
      await paying.askBackOf(words.total).press('Enter')
      const dialog = page.getByRole('dialog', { name: words.title })
      const amount = dialog.getByLabel(words.amount)
      await expect(amount).toHaveValue(words.all)
      await amount.fill('12')
      const send = dialog.getByRole('button', { name: words.send, exact: true })
      await send.press('Enter')
      await expect(dialog.getByText(words.noReason, { exact: true })).toBeVisible()
      await expect(dialog.getByLabel(words.reason)).toBeFocused()
      await expectNoViolations(page)
      await page.keyboard.type('Half an hour only')
      await send.press('Enter')
      await expect(bought.getByText(words.youAsked)).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(paying.askBackOf(words.total)).toHaveCount(0)
    }
    await askBack()
    await expect(sold.getByText(words.theyAsk)).toBeVisible()
    await expect(sold.getByText('Half an hour only')).toBeVisible()
    await expectNoViolations(seller.page)

    await sold.getByRole('button', { name: words.decline, exact: true }).press('Enter')
    const declining = seller.page.getByRole('dialog', { name: words.decline })
    await declining.getByLabel(words.why).fill('It was an hour')
    await declining.getByRole('button', { name: words.surely, exact: true }).press('Enter')
    await expect(bought.getByText(words.declined)).toBeVisible()
    await expect(bought.getByText('It was an hour')).toBeVisible()
    await expect(sold).toBeFocused()

    await askBack()
    await expect(bought.getByText('It was an hour')).toHaveCount(0)
    await asking.refundOf(words.total).press('Enter')
    const refunding = seller.page.getByRole('dialog', { name: words.refundTitle })
    await expect(refunding.getByLabel(words.amount)).toHaveValue(words.prefilled)
    await refunding.getByLabel(words.refundReason).fill('You are right')
    await refunding.getByRole('button', { name: words.continue, exact: true }).press('Enter')
    const question = seller.page.getByRole('alertdialog', { name: words.question })
    await question.getByRole('button', { name: words.refund, exact: true }).press('Enter')
    for (const card of [bought, sold]) {
      await expect(card.getByText(words.line)).toBeVisible()
      await expect(card.getByText('Half an hour only')).toHaveCount(0)
    }
    await expect(paying.askBackOf(words.total)).toBeVisible()
  })
}
