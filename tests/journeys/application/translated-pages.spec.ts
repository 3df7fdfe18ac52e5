import { locateChat, makePdf } from '@kundig/testing/browser/chat-files'
import { createPaymentCalls, locatePayments } from '@kundig/testing/browser/payments'
import { expect, PASSWORD, test, createUniqueWord } from '@kundig/testing/browser/people'
import { translatePages, watchTranslatedPage } from '@kundig/testing/browser/translated-pages'
import { CARDS } from '@kundig/testing/payments/cards'

test(
  'two people meet, talk, pay and share a file on pages translated by the browser',
  { tag: '@core' },
  async ({ people }) => {
    const calls = createPaymentCalls(people)
    const expert = await people.expert(`Bram ${createUniqueWord()}`)
    const asker = await people.expert(`Anna ${createUniqueWord()}`)
    await calls.becomeSeller(expert)
    await calls.setUpCard(asker, CARDS.visa)
    const [anna, bram] = [asker.page, expert.page]
    const expectIntact: (() => Promise<void>)[] = []
    for (const { page, context } of [asker, expert]) {
      await translatePages(context)
      expectIntact.push(watchTranslatedPage(page))
    }

    await test.step('Anna logs in, and sends a request', async () => {
      await asker.context.clearCookies({ name: /session/u })
      await anna.goto('/login')
      await anna.getByLabel('Email').fill(asker.email)
      await anna.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await anna.getByRole('button', { name: 'Log In', exact: true }).click()
      await anna.getByRole('searchbox').fill(expert.name)
      await anna.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
      await anna.getByRole('dialog').getByRole('textbox').fill('Do you repair clocks?')
      await anna.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
      const sent = anna.getByRole('button', { name: `Request sent: ${expert.name}` })
      await expect(sent).toHaveText('Request sent')
    })

    await test.step('Bram accepts, and both talk', async () => {
      await bram.goto('/dashboard?tab=requests')
      await bram.getByRole('button', { name: 'Accept' }).click()
      await anna.getByRole('tab', { name: /Chats/u }).click()
      const room = anna.getByRole('button', { name: new RegExp(expert.name, 'u') })
      await room.click()
      for (const [from, to, words] of [
        [bram, anna, 'I do. Which kind?'],
        [anna, bram, 'A wall clock: https://example.com/clocks'],
        [bram, anna, 'Bring it along.'],
      ] as const) {
        await from.getByLabel('Message', { exact: true }).fill(words)
        await from.keyboard.press('Enter')
        await expect(locateChat(to).log.getByText(words.split('https')[0] ?? '')).toBeVisible()
        await expect(room).toContainText(from === anna ? `You: ${words}` : words)
      }
      await expect(room).not.toContainText('You:')
      await expect(locateChat(bram).log.getByRole('link', { name: 'https://example.com/clocks' })).toBeVisible()
    })

    await test.step('Anna pays with another card', async () => {
      const [asking, paying] = [locatePayments(bram), locatePayments(anna)]
      await asking.openAsk()
      await asking.amount.fill('40')
      await asking.send.click()
      await paying.payOf('€40.00').click()
      await paying.otherCard.click()
      await paying.fillCard(CARDS.visa)
      await paying.confirm('€40.00').click()
      for (const side of [asking, paying]) await expect(side.word('€40.00', 'completed')).toBeVisible()
    })

    await test.step('Bram sends a file', async () => {
      await locateChat(bram).sendFiles(makePdf('offer.pdf'))
      for (const page of [anna, bram])
        await expect(locateChat(page).log.getByRole('link', { name: /offer\.pdf/u })).toBeVisible()
    })

    for (const expectPage of expectIntact) await expectPage()
  },
)
