import { expectNoViolations, HARDER_LOOK } from '@kundig/testing/browser/accessibility'
import { endConversation } from '@kundig/testing/browser/chats'
import { holdBack } from '@kundig/testing/browser/held-requests'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const AMOUNTS = { en: '€45.00', nl: '€ 45,00' } as const
const WORDS = {
  en: {
    text: 'sees that you declined it',
    back: 'Go back',
    nothingCharged: 'Nothing was charged.',
    again: 'Ask again',
  },
  nl: {
    text: 'ziet dat je het hebt afgewezen',
    back: 'Terug',
    nothingCharged: 'Er is niets afgeschreven.',
    again: 'Opnieuw vragen',
  },
} as const

for (const [name, look] of HARDER_LOOK) {
  const language = look.language ?? 'en'
  const amount = AMOUNTS[language]
  const words = WORDS[language]

  // spec 2.98
  test(`a request is declined from the start, by keyboard and after a question, and both see it as declined (${name})`, async ({
    people,
  }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people, [look, look])
    await calls.ask(seller, roomId, '45', 'An hour that was never had')
    await openDealOn(seller.page, roomId)
    await openDealOn(buyer.page, roomId)
    const { page } = buyer
    const paying = paymentsOn(page, language)
    const asking = paymentsOn(seller.page, language)
    await expect(asking.decline.of(amount)).toHaveCount(0)

    await paying.decline.of(amount).focus()
    await page.keyboard.press('Enter')
    await expect(paying.decline.question).toContainText(words.text)
    await expectNoViolations(page)
    // One more Enter by accident declines nothing.
    await expect(paying.decline.question.getByRole('button', { name: words.back, exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(paying.decline.question).toBeHidden()
    await expect(paying.decline.of(amount)).toBeFocused()
    await expect(asking.requestCard(amount, 'pending')).toBeVisible()

    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(paying.decline.surely).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(paying.word(amount, 'declined')).toBeVisible()
    await expect(paying.requestCard(amount, 'declined')).toContainText(words.nothingCharged)
    await expect(paying.requestCard(amount, 'declined')).toBeFocused()
    const told = asking.requestCardDeclinedBy(amount, buyer.name)
    await expect(told.getByText(asking.declinedBy(buyer.name), { exact: true })).toBeVisible()
    for (const side of [paying, asking]) await expect(side.requestCard(amount, 'rejected')).toHaveCount(0)
    await expectNoViolations(page)
    await told.getByRole('button', { name: words.again }).click()
    await expect(asking.description).toHaveValue('An hour that was never had')
    expect(await calls.received(seller)).toEqual([])
  })
}

test('a request is declined in a closed chat, and in another tab that had its question open', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.ask(seller, roomId, '45')
  await openDealOn(buyer.page, roomId)
  const tab = await buyer.context.newPage()
  await openDealOn(tab, roomId)
  const [first, second] = [paymentsOn(buyer.page), paymentsOn(tab)]
  await openDealOn(seller.page, roomId)
  await endConversation(seller.page)
  for (const page of [buyer.page, tab, seller.page]) {
    await expect(page.getByText('This chat is closed', { exact: true })).toBeVisible()
  }
  await second.decline.of(AMOUNTS.en).click()
  await expect(second.decline.question).toBeVisible()
  await first.decline.of(AMOUNTS.en).click()
  await first.decline.surely.click()
  for (const side of [first, second]) {
    await expect(side.word(AMOUNTS.en, 'declined')).toBeVisible()
    await expect(side.decline.question).toBeHidden()
  }
  await expect(second.requestCard(AMOUNTS.en, 'declined')).toBeFocused()
  const asking = paymentsOn(seller.page)
  await expect(asking.requestCardDeclinedBy(AMOUNTS.en, buyer.name)).toBeVisible()
  await expect(seller.page.getByRole('button', { name: 'Ask again' })).toHaveCount(0)
})

test('an answer to declining that comes after its buyer has logged out is told to nobody', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.ask(seller, roomId, '45')
  const { page } = buyer
  await openDealOn(page, roomId)
  const paying = paymentsOn(page)
  const letGo = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/rpc/payments/decline', async (route) => {
    const response = await route.fetch()
    held.resolve()
    await letGo.promise
    await route.fulfill({ response })
  })
  await paying.decline.of(AMOUNTS.en).click()
  await paying.decline.surely.click()
  await held.promise
  const tab = await buyer.context.newPage()
  await tab.goto('/dashboard')
  await tab.getByRole('button', { name: 'Log Out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Log in to Kundig' })).toBeVisible()
  // Every toast that there is from now on.
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) seen.push(node.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  const answered = page.waitForResponse('**/rpc/payments/decline')
  letGo.resolve()
  await (await answered).finished()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as string[])
  expect(seen.join('\n')).not.toContain('You declined this request')
})

test(
  'declining in one tab while another pays ends in one of the two, and both tabs show which',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    await calls.saveCard(buyer, CARDS.visa)
    await calls.ask(seller, roomId, '45')
    await openDealOn(buyer.page, roomId)
    const tab = await buyer.context.newPage()
    await openDealOn(tab, roomId)
    const [first, second] = [paymentsOn(buyer.page), paymentsOn(tab)]
    await second.decline.of(AMOUNTS.en).click()
    await first.payOf(AMOUNTS.en).click()
    await expect(first.confirm(AMOUNTS.en)).toBeVisible()
    // Neither is first: both are under way before either gets through.
    const paying = await holdBack(buyer.page, '**/stripe-simulator/v1/payment_intents/*/confirm')
    const declining = await holdBack(tab, '**/rpc/payments/decline')
    await first.confirm(AMOUNTS.en).click()
    await second.decline.surely.click()
    await Promise.all([paying.asked, declining.asked])
    paying.letGo()
    declining.letGo()
    const paid = (side: typeof first) => side.requestCard(AMOUNTS.en, 'completed')
    const declined = (side: typeof first) => side.requestCard(AMOUNTS.en, 'declined')
    for (const side of [first, second]) await expect(paid(side).or(declined(side))).toBeVisible()
    const received = await calls.received(seller)
    const shown = received.length === 1 ? paid : declined
    for (const side of [first, second]) await expect(shown(side)).toBeVisible()
  },
)
