import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

const NO_SUCH_PAGE = 'There is no page at this address'

test('an owner gives a role and takes it away, which closes the pages of whoever had it within seconds', async ({
  people,
}) => {
  const owner = await people.demo('owner')
  const other = await people.demo('kwame')
  expect((await other.goto('/operator'))?.status()).toBe(404)

  expect((await owner.goto('/operator'))?.status()).toBe(200)
  await expect(owner.getByRole('heading', { level: 1, name: 'Run the site' })).toBeVisible()
  const section = owner.getByRole('region', { name: 'Who runs the site' })
  await expect(section.getByRole('listitem')).toContainText(['owner@kundig.example (you)'])
  const email = section.getByRole('textbox', { name: 'Email address of their account' })
  await email.fill(`nobody-${uniqueWord()}@kundig.example`)
  await email.press('Enter')
  await expect(section.getByText('No account has this address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('Kwame@kundig.example')
  await section.getByRole('combobox', { name: 'Role', exact: true }).selectOption('viewer')
  await section.getByRole('button', { name: 'Add' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(email).toHaveValue('')

  expect((await other.goto('/operator'))?.status()).toBe(200)
  const seen = other.getByRole('region', { name: 'Who runs the site' })
  await expect(seen.getByText('viewer', { exact: true })).toBeVisible()
  await expect(seen.getByRole('combobox')).toHaveCount(0)
  await expect(seen.getByRole('textbox')).toHaveCount(0)

  await section.getByRole('combobox', { name: 'Role of kwame@kundig.example' }).selectOption('')
  await expect(owner.getByRole('alertdialog')).toContainText('kwame@kundig.example can open these pages no longer')
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Take away' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL('/', { timeout: 15_000 })
  expect((await other.goto('/operator'))?.status()).toBe(404)

  await owner.getByRole('tab', { name: 'Log' }).click()
  await expect(owner).toHaveURL('/operator?tab=log')
  const log = owner.getByRole('region', { name: 'What was done' })
  await expect(log.getByRole('listitem').first()).toContainText('from viewer to nothing')
  await expect(log.getByRole('listitem').nth(1)).toContainText('from nothing to viewer')
  await owner.goBack()
  await expect(section).toBeVisible()
})

test('the only owner stays one, and is told so', async ({ people }) => {
  const owner = await people.demo('owner', { language: 'nl', dark: true, width: 375, height: 812 })
  await owner.goto('/operator')
  const section = owner.getByRole('region', { name: 'Wie de site beheert' })
  const own = section.getByRole('combobox', { name: 'Rol van owner@kundig.example' })
  await expect(own).toHaveValue('owner')
  await expectNoViolations(owner)
  await own.selectOption('viewer')
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Wijzigen' }).click()
  await expect(owner.getByText('Dit is de enige eigenaar. Voeg eerst een andere toe.')).toBeVisible()
  await expect(own).toHaveValue('owner')
  await owner.getByRole('tab', { name: 'Logboek' }).click()
  await expect(owner.getByRole('region', { name: 'Wat er is gedaan' }).getByRole('paragraph')).not.toHaveCount(0)
  await expectNoViolations(owner)
})

test('to everybody without a role the address is as unknown as any other', async ({ people }) => {
  const visitor = await people.visitor()
  expect((await visitor.goto('/operator'))?.status()).toBe(404)
  await expect(visitor.getByText(NO_SUCH_PAGE)).toBeVisible()
  const { page } = await people.expert(`Otto ${uniqueWord()}`)
  expect((await page.goto('/operator'))?.status()).toBe(404)
  await expect(page.getByText(NO_SUCH_PAGE)).toBeVisible()
  const [operator, unknown] = await Promise.all(
    ['/operator', '/nowhere'].map((path) => page.request.get(path, { headers: { accept: 'application/json' } })),
  )
  expect(await operator?.text()).toBe(await unknown?.text())
})
