import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test(
  'visitors see the sign-up before the waiting list, and people with an account see neither',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    await page.goto('/')
    const main = page.getByRole('main')
    const list = main.getByRole('heading', { name: 'Join the waiting list' })
    await expect(main.getByText('our fee comes from the expert’s share')).toBeVisible()
    const steps = await main.getByRole('heading', { name: 'Pay what you agreed' }).boundingBox()
    expect((await list.boundingBox())?.y).toBeGreaterThan(steps?.y ?? Infinity)
    await main.getByRole('link', { name: 'Sign up and ask' }).click()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()

    const { page: member } = await people.expert(`Lot ${createUniqueWord()}`)
    await member.goto('/')
    await expect(member.getByRole('article').first()).toBeVisible()
    await expect(member.getByRole('link', { name: 'Sign up and ask' })).toHaveCount(0)
    await expect(member.getByRole('heading', { name: 'Join the waiting list' })).toHaveCount(0)
  },
)
