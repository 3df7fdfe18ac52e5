import { expect, type Page } from '@playwright/test'

import { readUserId } from '@kundig/testing/browser/calls'
import { clickCloseChat, closeChat } from '@kundig/testing/browser/chats'
import { PASSWORD, test, createUniqueWord } from '@kundig/testing/browser/people'
import { searchExperts } from '@kundig/testing/browser/searching'

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
}

async function completeProfile(page: Page, name: string, bio: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Bio').fill(bio)
  await page.getByLabel('Expertise category').selectOption({ label: 'Trades & Services' })
  await page.getByLabel('I want to share my knowledge with others').check()
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByText('Profile created')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/u)
}

// spec 1.1, 1.4, 1.5, 1.6, 1.8, 1.19, 2.6, 2.34, 2.36, 2.40, 2.46, 2.65, 2.69, 2.74, 2.89, 4.13, 4.16, 4.28, 5.36
// spec 6.10, 6.11, 6.12, 6.13, 7.2, 8.38
test(
  'two people sign up, meet, talk live and part, and everything is still there after logging in again',
  { tag: '@core' },
  async ({ people }) => {
    const word = createUniqueWord()
    const [annaName, bramName] = [`Anna ${word}`, `Bram ${word}`]
    const annaEmail = `anna-${word}@kundig.example`
    const anna = await people.visitor()
    const bram = await people.visitor()

    await test.step('both sign up and complete their profiles', async () => {
      await signUp(anna, annaEmail)
      await completeProfile(anna, annaName, 'I restore old wooden boats.')
      await signUp(bram, `bram-${word}@kundig.example`)
      await completeProfile(bram, bramName, 'Ask me about sash windows.')
    })

    await test.step('Anna finds Bram by search, and sends a request from his profile', async () => {
      await searchExperts(anna, `bram ${word}`)
      await anna.getByRole('link', { name: bramName }).click()
      // The results also show his name, bio and button until the profile replaces them.
      await expect(anna.getByRole('heading', { name: bramName, level: 1 })).toBeVisible()
      await expect(anna.getByText('Ask me about sash windows.')).toBeVisible()
      await anna.getByRole('button', { name: 'Send Request' }).click()
      const dialog = anna.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(dialog.getByText('Message cannot be empty')).toBeVisible()
      await dialog.getByRole('textbox').fill('My window frames have gone soft. Could you have a look?')
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(anna.getByText(`Question sent. ${bramName} has`)).toBeVisible()
    })

    await test.step('Bram sees the badge increase without a reload, reads the request and accepts', async () => {
      const tab = bram.getByRole('tab', { name: /Requests/u })
      await expect(tab).toContainText('1')
      await tab.click()
      await expect(bram.getByText('My window frames have gone soft. Could you have a look?')).toBeVisible()
      await bram.getByRole('button', { name: 'Accept' }).click()
      await expect(bram.getByRole('tab', { name: /Chats/u })).toHaveAttribute('aria-selected', 'true')
      await expect(bram.getByRole('region', { name: `Chat with ${annaName}` })).toBeVisible()
      await expect(bram.getByRole('log')).toContainText('My window frames have gone soft.')
    })

    await test.step('both talk live, with labels, unread badges and read marks', async () => {
      await bram.getByLabel('Message', { exact: true }).fill('Happy to. Which years?')
      await bram.keyboard.press('Enter')
      await anna.goto('/dashboard')
      await expect(anna.getByRole('tab', { name: /Chats/u })).toContainText('1')
      await anna.getByRole('tab', { name: /Chats/u }).click()
      await anna.getByRole('button', { name: new RegExp(bramName, 'u') }).click()
      await expect(anna.getByRole('log')).toContainText('Happy to. Which years?')
      await expect(anna.getByRole('log')).toContainText(bramName)
      await expect(anna.getByRole('tab', { name: /Chats/u })).not.toContainText('1')
      await expect(bram.getByRole('log').getByText('Read', { exact: true })).toBeAttached()

      await anna.getByLabel('Message', { exact: true }).fill('The 1920s.\nAnd one from 1931.')
      await anna.getByRole('button', { name: 'Send' }).click()
      await expect(bram.getByRole('log')).toContainText('And one from 1931.')
      await expect(anna.getByRole('log').getByText('You', { exact: true })).toBeVisible()
    })

    await test.step('a message for a closed room increases the badge', async () => {
      await anna.getByRole('tab', { name: 'Explore' }).click()
      await expect(anna.getByRole('log')).toHaveCount(0)
      await bram.getByLabel('Message', { exact: true }).fill('Press a screwdriver into the corner.')
      await bram.keyboard.press('Enter')
      await expect(anna.getByRole('tab', { name: /Chats/u })).toContainText('1')
    })

    await test.step('Bram closes the chat after confirming, and neither can write any more', async () => {
      await clickCloseChat(bram)
      await bram.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
      await expect(bram.getByLabel('Message', { exact: true })).toBeVisible()
      await closeChat(bram)
      await expect(bram.getByText('This chat is closed')).toBeVisible()
      await bram.getByRole('button', { name: 'More', exact: true }).click()
      await expect(bram.getByRole('menuitem')).toHaveText([
        'View profile',
        'Search in this chat',
        'Print chat',
        'Report …',
        'Block …',
      ])
      await bram.keyboard.press('Escape')
      await anna.getByRole('tab', { name: /Chats/u }).click()
      await anna.getByRole('button', { name: new RegExp(bramName, 'u') }).click()
      await expect(anna.getByText('This chat is closed')).toBeVisible()
    })

    await test.step('Anna logs out and in, and the chat is still there', async () => {
      await anna.getByRole('button', { name: 'Log Out' }).click()
      await expect(anna.getByRole('link', { name: 'Log In' })).toBeVisible()
      await anna.goto('/login')
      await anna.getByLabel('Email').fill(annaEmail)
      await anna.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await anna.getByRole('button', { name: 'Log In', exact: true }).click()
      await anna.getByRole('tab', { name: /Chats/u }).click()
      await anna.getByRole('button', { name: new RegExp(bramName, 'u') }).click()
      await expect(anna.getByRole('log')).toContainText('Happy to. Which years?')
      await expect(anna.getByRole('log')).toContainText('Press a screwdriver into the corner.')
      await anna.getByRole('tab', { name: /Requests/u }).click()
      await expect(anna.getByText(`You asked ${bramName}`)).toBeVisible()
    })
  },
)

// spec 1.7, 2.35, 2.38, 4.11, 4.13
test(
  'a rejected request moves from the list to both histories, and opens no chat',
  { tag: '@core' },
  async ({ people }) => {
    const asker = await people.expert(`Carla ${createUniqueWord()}`)
    const expert = await people.expert(`Daan ${createUniqueWord()}`)
    await expert.page.goto('/dashboard?tab=requests')
    await asker.page.goto('/dashboard?tab=requests')
    await expect(expert.page.getByText('No new questions')).toBeVisible()

    await asker.page.getByRole('tab', { name: 'Explore' }).click()
    await searchExperts(asker.page, expert.name)
    await asker.page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
    await asker.page.getByRole('dialog').getByRole('textbox').fill('Do you repair clocks?')
    await asker.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()

    await expect(expert.page.getByText('Do you repair clocks?')).toBeVisible()
    await expert.page.getByRole('button', { name: 'Reject' }).click()
    await expect(expert.page.getByText('No new questions')).toBeVisible()
    await expect(expert.page.getByRole('tab', { name: /Requests/u })).toHaveAttribute('aria-selected', 'true')
    await expect(expert.page.getByText(`${asker.name} asked you`)).toBeVisible()
    await expect(expert.page.getByText('Rejected', { exact: true })).toBeVisible()

    await asker.page.getByRole('tab', { name: /Requests/u }).click()
    await expect(asker.page.getByText(`You asked ${expert.name}`)).toBeVisible()
    await expect(asker.page.getByText('Rejected', { exact: true })).toBeVisible()
    await asker.page.getByRole('tab', { name: /Chats/u }).click()
    await expect(asker.page.getByText('No chats yet')).toBeVisible()
  },
)

test(
  'a withdrawn request disappears live from the expert’s list, and a new request is allowed',
  { tag: '@core' },
  async ({ people }) => {
    const asker = await people.expert(`Eefje ${createUniqueWord()}`)
    const expert = await people.expert(`Floor ${createUniqueWord()}`)
    const ask = async (text: string): Promise<void> => {
      await asker.page.goto(`/profile/${await readUserId(expert.page.context(), people.url)}`)
      await asker.page.getByRole('button', { name: 'Send Request' }).click()
      await asker.page.getByRole('dialog').getByRole('textbox').fill(text)
      await asker.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
      await expect(asker.page.getByText(`Question sent. ${expert.name} has`)).toBeVisible()
    }
    await expert.page.goto('/dashboard?tab=requests')
    const tab = expert.page.getByRole('tab', { name: /Requests/u })
    await expect(expert.page.getByText('No new questions')).toBeVisible()
    await ask('Do you repair clocks?')
    await expect(expert.page.getByText('Do you repair clocks?')).toBeVisible()
    await expect(tab).toContainText('1')

    await asker.page.goto('/dashboard?tab=requests')
    const withdraw = asker.page.getByRole('button', { name: `Withdraw the question to ${expert.name}` })
    await withdraw.click()
    const question = asker.page.getByRole('alertdialog')
    await expect(question).toContainText(`${expert.name} won’t see your question any more.`)
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(withdraw).toBeFocused()
    await expect(expert.page.getByText('Do you repair clocks?')).toBeVisible()

    await withdraw.click()
    await question.getByRole('button', { name: 'Withdraw' }).click()
    await expect(asker.page.getByText(`You withdrew your question to ${expert.name}`)).toBeVisible()
    await expect(asker.page.getByText('Withdrawn', { exact: true })).toBeVisible()
    await expect(withdraw).toHaveCount(0)
    await expect(asker.page.getByRole('heading', { name: 'Questions to you' })).toBeFocused()
    await expect(expert.page.getByText('No new questions')).toBeVisible()
    await expect(tab).not.toContainText('1')
    await expect(expert.page.getByText('No history yet')).toBeVisible()

    await ask('Do you repair watches?')
    await expect(expert.page.getByText('Do you repair watches?')).toBeVisible()
  },
)
