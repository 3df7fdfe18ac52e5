import { join } from 'node:path'

import { chatOn, makePdf } from '@kundig/testing/browser/chat-files'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, PASSWORD, test, uniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

import { openHeard } from './heard.ts'
import { SCREENS_FOLDER } from './screen-looks.ts'

/** Long enough for what is announced only after a pause (ms). */
const PAUSE_MS = 1200

/** docs/accessibility.md says what was made of what they write. */
function declareWalks(): void {
  test('heard: the way from the landing page to a request that is accepted', async ({ people }) => {
    const heard = await openHeard(join(SCREENS_FOLDER, 'heard.meeting.txt'))
    const word = uniqueWord()
    const name = `Anna ${word}`
    const page = await people.visitor()
    const expert = await people.expert(`Bram ${word}`)
    await heard.follow(page)
    await heard.follow(expert.page)

    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await heard.write('The landing page', page)
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible()
    await heard.write('Signing up', page)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await page.waitForTimeout(PAUSE_MS)
    await heard.write('Signing up, with nothing filled in', page)
    await page.getByLabel('Email').fill(`${word}@kundig.example`)
    await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD)
    await page.waitForTimeout(PAUSE_MS)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
    await heard.write('The profile', page)
    await page.getByRole('button', { name: 'Create profile' }).click()
    await page.waitForTimeout(PAUSE_MS)
    await heard.write('The profile, with nothing filled in', page)
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Bio').fill('I restore old wooden boats.')
    await page.getByLabel('Expertise category').selectOption({ label: 'Trades & Services' })
    await page.getByRole('button', { name: 'Create profile' }).click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await expect(page.getByRole('article').first()).toBeVisible()
    await heard.write('Explore', page)
    await page.getByRole('searchbox').fill(`bram ${word}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.waitForTimeout(PAUSE_MS)
    await heard.write('Explore, searched', page)
    await page.getByRole('link', { name: expert.name }).click()
    await expect(page.getByRole('heading', { name: expert.name })).toBeVisible()
    await heard.write('A profile', page)
    await expert.page.goto('/dashboard')
    await expect(expert.page.getByRole('tab', { name: /Requests/u })).toBeVisible()
    await page.getByRole('button', { name: 'Send Request' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await heard.write('Sending a request, with nothing written', page)
    await dialog.getByRole('textbox').fill('My window frames have gone soft. Could you have a look?')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText(`Request sent to ${expert.name}`)).toBeVisible()
    await heard.write('A request was sent', page)
    await page.goto('/dashboard?tab=requests')
    await expect(page.getByText(`You asked ${expert.name}`)).toBeVisible()
    await heard.write('Requests, to whoever asked', page)

    await expect(expert.page.getByRole('tab', { name: /Requests/u })).toContainText('1')
    await heard.write('A request came in, to whoever is elsewhere', expert.page)
    await expert.page.getByRole('tab', { name: /Requests/u }).click()
    await expect(expert.page.getByRole('button', { name: 'Accept' })).toBeVisible()
    await heard.write('Requests, to whoever is asked', expert.page)
    await expert.page.getByRole('button', { name: 'Accept' }).click()
    await expect(expert.page.getByRole('log')).toBeVisible()
    await page.waitForTimeout(PAUSE_MS)
    await heard.write('The chat, once it is accepted', expert.page)
    await heard.write('The request was accepted, to whoever asked', page)
  })

  test('heard: a chat with a message, a file and a request for money, paying it, and the account', async ({
    people,
  }) => {
    const heard = await openHeard(join(SCREENS_FOLDER, 'heard.chat.txt'))
    const { buyer, seller, roomId } = await makeDeal(people)
    const [ofBuyer, ofSeller] = [paymentsOn(buyer.page), paymentsOn(seller.page)]
    for (const { page } of [buyer, seller]) {
      await heard.follow(page)
      await openDealOn(page, roomId)
    }
    await heard.write('A room where nothing was said', buyer.page)
    const field = seller.page.getByLabel('Message', { exact: true })
    // Typing is told to whoever is connected by then.
    await expect(async () => {
      await field.fill('')
      await field.fill('Happy to. Which years?')
      await expect(buyer.page.getByText(/is typing/u)).toBeVisible({ timeout: 3000 })
    }).toPass()
    await heard.write('The other one types', buyer.page)
    await seller.page.keyboard.press('Enter')
    await expect(buyer.page.getByRole('log')).toContainText('Happy to. Which years?')
    await buyer.page.getByLabel('Message', { exact: true }).fill('The 1920s.')
    await buyer.page.keyboard.press('Enter')
    await expect(seller.page.getByRole('log')).toContainText('The 1920s.')
    await buyer.page.waitForTimeout(PAUSE_MS)
    await heard.write('A message came, and one was sent', buyer.page)
    await chatOn(buyer.page).choose(makePdf('frames.pdf'))
    await expect(chatOn(seller.page).log).toContainText('frames.pdf')
    await seller.page.waitForTimeout(PAUSE_MS)
    await heard.write('A file, to whoever sent it', buyer.page)
    await heard.write('A file, to whoever gets it', seller.page)
    await seller.page.getByRole('button', { name: 'More', exact: true }).click()
    await heard.write('The menu of a chat', seller.page)
    await seller.page.keyboard.press('Escape')
    await ofSeller.askButton.click()
    await ofSeller.send.click()
    await seller.page.waitForTimeout(PAUSE_MS)
    await heard.write('Asking for money, with nothing filled in', seller.page)
    await ofSeller.amount.fill('35')
    await ofSeller.send.click()
    await expect(ofBuyer.payOf('€35.00')).toBeVisible()
    await heard.write('Money was asked for, to whoever asked', seller.page)
    await heard.write('Money was asked for, to whoever pays', buyer.page)
    await ofBuyer.payOf('€35.00').click()
    await expect(ofBuyer.confirm('€35.00')).toBeVisible()
    await heard.write('Paying', buyer.page)
    await ofBuyer.fillCard(CARDS.visa)
    await ofBuyer.confirm('€35.00').click()
    await expect(ofBuyer.requestCard('€35.00', 'completed')).toBeVisible()
    await buyer.page.waitForTimeout(PAUSE_MS)
    await heard.write('Paid, to whoever paid', buyer.page)
    await heard.write('Paid, to whoever was paid', seller.page)
    await buyer.page.goto('/account')
    await expect(buyer.page.getByText('This device', { exact: true })).toBeVisible()
    await buyer.page.waitForTimeout(PAUSE_MS)
    await heard.write('The account', buyer.page)
  })
}

if ('heard'.includes(process.env['ONLY'] ?? '')) declareWalks()
