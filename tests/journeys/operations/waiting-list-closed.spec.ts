import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'

let server: KundigServer
test.beforeAll(async () => {
  server = await startKundig()
})
test.afterAll(() => server.stop())

test(
  'an owner closes and reopens the waiting list, which visitors see disappear and return',
  { tag: '@core' },
  async ({ peopleOf }) => {
    const people = peopleOf(server.url)
    const owner = await people.demo('owner')
    const visitor = await people.visitor()
    const form = visitor.getByRole('heading', { name: 'Join the waiting list' })
    await visitor.goto('/')
    await expect(form).toBeVisible()

    await owner.goto('/operator?tab=waiting')
    const isOpen = owner.getByRole('checkbox', { name: 'Visitors can join the waiting list' })
    await expect(isOpen).toBeChecked()
    await isOpen.focus()
    await owner.keyboard.press('Space')
    await expect(owner.getByText('The waiting list is closed. Everyone on it stays on it.')).toBeVisible()
    await expect(isOpen).not.toBeChecked()
    await visitor.reload()
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(form).toBeHidden()

    await owner.goto('/operator?tab=log')
    await expect(owner.getByText('from waiting list open to waiting list closed')).toBeVisible()
    await owner.goto('/operator?tab=waiting')
    await isOpen.check()
    await expect(owner.getByText('The waiting list is open', { exact: true })).toBeVisible()
    await visitor.reload()
    await expect(form).toBeVisible()
  },
)
