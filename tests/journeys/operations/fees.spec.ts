import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'

// A server of its own: others in the journeys ask for money on it.
let server: KundigServer
test.beforeAll(async () => {
  server = await startKundig()
})
test.afterAll(() => server.stop())

test('an owner sets the fee, another one is told of it with what they typed left', async ({ peopleOf }) => {
  const people = peopleOf(server.url)
  const one = await people.demo('owner')
  const other = await one.context().newPage()
  for (const page of [one, other]) await page.goto('/operator?tab=fee')
  const [first, second] = [one, other].map((page) => page.getByRole('form', { name: 'Fee' }))
  if (!first || !second) throw new Error('Two pages have two forms')
  await expect(second.getByRole('textbox', { name: 'Percentage' })).toHaveValue('5')
  await expect(first.getByText('Of €35.00 the seller receives €33.25.')).toBeVisible()
  await first.getByRole('textbox', { name: 'Percentage' }).fill('60')
  await first.getByRole('textbox', { name: 'Percentage' }).press('Enter')
  await expect(first.getByText('Enter a percentage from 0 to 50, such as 5 or 2.5')).toBeVisible()
  await first.getByRole('textbox', { name: 'Percentage' }).fill('10')
  await first.getByRole('textbox', { name: 'Fixed part in euros' }).fill('0,30')
  await expect(
    first.getByText('Of €35.00 the seller receives €31.20. The least that can be asked for is €0.36.'),
  ).toBeVisible()
  await expectNoViolations(one)
  await first.getByRole('textbox', { name: 'Fixed part in euros' }).press('Enter')
  await expect(one.getByText('The fee is saved. It holds for what is asked for from now on.')).toBeVisible()

  const minimum = second.getByRole('textbox', { name: 'Least amount in euros' })
  await minimum.fill('5')
  await minimum.press('Enter')
  await expect(second.getByRole('alert')).toContainText('Somebody else changed the settings meanwhile.')
  await expect(second.getByRole('alert')).toContainText('10% and €0.30, at least €0.35')
  await expect(minimum).toHaveValue('5')
  await expectNoViolations(other)
  await second.getByRole('textbox', { name: 'Percentage' }).fill('10')
  await second.getByRole('textbox', { name: 'Fixed part in euros' }).fill('0.30')
  await minimum.press('Enter')
  await expect(other.getByText('The fee is saved. It holds for what is asked for from now on.')).toBeVisible()
  await expect(second.getByRole('alert')).toHaveCount(0)
})
