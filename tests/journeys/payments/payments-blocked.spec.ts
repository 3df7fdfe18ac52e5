import { expectNoAccessibilityViolations, ACCESSIBILITY_APPEARANCES } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const WORDS = {
  en: {
    amount: '€40.00',
    blocked:
      /^Too many of your cards were declined\. You can’t pay or add a card for 24 hours\. You can try again from .*\d/u,
    add: 'Add card',
  },
  nl: {
    amount: '€ 40,00',
    blocked:
      /^Te veel van je kaarten zijn geweigerd\. Je kunt 24 uur niet betalen en geen kaart toevoegen\. Vanaf .*\d.* kun je het weer proberen\./u,
    add: 'Kaart toevoegen',
  },
} as const

for (const [name, look] of ACCESSIBILITY_APPEARANCES) {
  const language = look.language ?? 'en'
  const words = WORDS[language]

  test(`a person with too many declined cards sees until when payments are blocked; an owner lifts the block (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look])
    const { page } = buyer
    await calls.ask(seller, roomId, '40')
    for (let tried = 0; tried < 5; tried += 1) await calls.setUpCard(buyer, CARDS.declined)
    const begin = () => page.request.post('/api/payments/cards/setup', { headers: { origin: people.url } })
    await expect.poll(async () => (await begin()).status()).toBe(403)

    await openDealChat(page, roomId)
    const paying = locatePayments(page, language)
    await paying.payOf(words.amount).click()
    await expect(paying.dialog.getByText(words.blocked)).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await page.keyboard.press('Escape')
    await expect(paying.requestCard(words.amount, 'pending')).toBeVisible()

    await page.goto('/account/payments')
    await page.getByRole('button', { name: words.add }).press('Enter')
    await expect(page.getByText(words.blocked)).toBeVisible()
    await expectNoAccessibilityViolations(page)

    const owner = await people.demo('owner')
    await owner.goto(`/operator/people?q=${encodeURIComponent(buyer.email)}`)
    await owner.getByRole('region', { name: 'People found' }).getByRole('link').press('Enter')
    const block = owner.getByRole('region', { name: 'Payments blocked' })
    await expect(block).toContainText('Five cards were declined within an hour.')
    await expectNoAccessibilityViolations(owner)
    await block.getByRole('button', { name: 'Lift the block' }).press('Enter')
    await expect(owner.getByText('Payment block lifted')).toBeVisible()
    await expect(block).toBeHidden()
    expect((await begin()).status()).toBe(200)
  })
}
