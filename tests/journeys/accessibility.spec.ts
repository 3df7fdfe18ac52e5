import { expectNoViolations, LOOKS } from '@kundig/testing/browser/accessibility'
import { endConversation } from '@kundig/testing/browser/chats'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

for (const [name, look] of LOOKS) {
  test(`visitors' screens have no accessibility violations (${name})`, async ({ people }) => {
    const page = await people.visitor(look)
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('searchbox').fill('ruth')
    await page.getByRole('link', { name: 'Ruth Mensah' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ruth Mensah' })).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/login')
    await expect(page.locator('input[type=password]')).toBeVisible()
    await expectNoViolations(page)
  })

  test(`screens of someone logged in have no accessibility violations (${name})`, async ({ people }) => {
    const page = await people.demo('noor', look)
    await page.goto('/dashboard')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectNoViolations(page)
    await page
      .getByRole('button', { name: /Send Request|Verzoek/u })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/dashboard?tab=requests')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/dashboard?tab=chats')
    await page.getByRole('button', { name: /Sanne de Wit/u }).click()
    await expect(page.getByRole('log').locator('.bubble').first()).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/^(?:This device|Dit apparaat)$/u)).toBeVisible()
    await expectNoViolations(page)
    await page.getByRole('button', { name: /^(?:Log out everywhere|Overal uitloggen)$/u }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(page)
  })

  test(`screens about a forgotten password have no accessibility violations (${name})`, async ({ people }) => {
    const { page, context, email } = await people.expert(`Nora ${uniqueWord()}`, look)
    await page.goto('/forgot-password')
    await page.getByRole('textbox').fill(email)
    await expectNoViolations(page)
    await page.locator('form').getByRole('button').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectNoViolations(page)
    const { link } = await readMail(context, email, '/reset-password')
    await page.goto(link)
    await expect(page.locator('input[type=password]')).toHaveCount(2)
    await page.locator('form').locator('button[type=submit]').click()
    await expectNoViolations(page)
    // With an empty code: the same address again would be a reload, which still knows the good one.
    await page.goto('/reset-password?oobCode=')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectNoViolations(page)
    const confirmation = (await readMail(context, email, '/verify-email')).link
    const visitor = await people.visitor(look)
    await visitor.goto(confirmation)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeFocused()
    await visitor.locator('form').locator('button[type=submit]').click()
    await expectNoViolations(visitor)
    await visitor.getByRole('button', { name: /^(?:This was not me|Dit was ik niet)$/u }).click()
    await expect(visitor.getByRole('alertdialog')).toBeVisible()
    await expectNoViolations(visitor)
    await page.goto(confirmation)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectNoViolations(page)
    await page.locator('form').locator('button[type=submit]').click()
    await expect(page.locator('form')).toHaveCount(0)
    await expectNoViolations(page)
  })

  test(`a chat has no accessibility violations while somebody types, offline, and closed (${name})`, async ({
    people,
  }) => {
    const { asker, expert, roomId } = await people.pair([look])
    const { page, context } = asker
    const address = `/dashboard?tab=chats&room=${roomId}`
    await page.goto(address)
    await expert.page.goto(address)
    const field = page.getByLabel(/^(?:Message|Bericht)$/u)
    await expect(field).toBeVisible()
    await expect(async () => {
      await expert.page.getByLabel('Message', { exact: true }).pressSequentially('h')
      await expect(page.getByText(/is typing…|typt…/u)).toBeVisible({ timeout: 3500 })
    }).toPass()
    await expectNoViolations(page)

    await context.setOffline(true)
    await expect(page.getByText(/What you write is sent|Wat je schrijft, wordt verstuurd/u)).toBeVisible()
    await field.fill('waiting for a connection')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log')).toContainText('waiting for a connection')
    await field.fill('half a thought')
    await expectNoViolations(page)

    await endConversation(expert.page)
    await expect(expert.page.getByText('This chat is closed')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText(/^(?:This chat is closed|Deze chat is gesloten)/u)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNoViolations(page)
  })
}
