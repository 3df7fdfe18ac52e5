import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, test, createUniqueWord } from '@kundig/testing/browser/people'

test(
  'an invited person signs up by the link, and finds name and category in the form',
  { tag: '@core' },
  async ({ people }) => {
    const email = `${createUniqueWord()}@kundig.example`
    const visitor = await people.visitor({ language: 'nl', dark: true, width: 375, height: 812 })
    await visitor.goto('/')
    const owner = await people.demo('owner')
    const joined = await visitor.request.post('/api/waiting-list', {
      headers: { 'x-kundig-locale': 'nl' },
      data: { full_name: 'Noor de Wit', email, category: 'trades-services', consent: true },
    })
    expect(joined.ok()).toBe(true)

    await owner.goto('/operator?tab=waiting')
    const section = owner.getByRole('region', { name: 'Waiting list', exact: true })
    await expect(section.getByText(email)).toBeVisible()
    await expectNoAccessibilityViolations(owner)
    await section.getByRole('combobox', { name: 'Category' }).first().selectOption('Trades & Services')
    await section.getByRole('textbox', { name: 'Number of people' }).fill('300')
    await section.getByRole('button', { name: 'Invite' }).click()
    await expect(section.getByText('Enter a whole number from 1 to 200')).toBeVisible()
    await section.getByRole('textbox', { name: 'Number of people' }).fill('200')
    await section.getByRole('button', { name: 'Invite' }).click()
    const question = owner.getByRole('alertdialog', { name: 'Invite 200 people?' })
    await expect(question).toContainText('Category: Trades & Services.')
    await question.getByRole('button', { name: 'Invite' }).click()
    await expect(section.getByRole('listitem').filter({ hasText: email })).toContainText('Invited, until')

    const { link, language } = await readMail(visitor.context(), email, '/invitation')
    expect(language).toBe('nl')
    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Welkom, Noor de Wit' })).toBeVisible()
    await expect(visitor.getByText(email)).toBeVisible()
    // The history does not contain the code of the invitation, but a reload keeps the code.
    await expect(visitor).toHaveURL(/\/invitation$/u)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: 'Welkom, Noor de Wit' })).toBeVisible()
    await expectNoAccessibilityViolations(visitor)
    await visitor.getByLabel('Wachtwoord', { exact: true }).fill('kort')
    await visitor.getByRole('button', { name: 'Account maken' }).click()
    await expect(visitor.getByLabel('Wachtwoord', { exact: true })).toBeFocused()
    await visitor.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD)
    await visitor.getByRole('button', { name: 'Account maken' }).click()
    await expect(visitor.getByLabel('Naam')).toHaveValue('Noor de Wit')
    await expect(visitor.getByLabel('Vakgebied')).toHaveValue('trades-services')
    await expect(visitor.getByText('Bevestig je e-mailadres')).toHaveCount(0)

    await visitor.goto(link)
    await expect(visitor.getByRole('heading', { name: 'Deze uitnodiging werkt niet' })).toBeVisible()
    await expectNoAccessibilityViolations(visitor)
    await owner.reload()
    await expect(section.getByRole('row', { name: /^Trades & Services/u })).toContainText(/[1-9]\d*$/u)
    await expect(section.getByText(email)).toHaveCount(0)
  },
)
