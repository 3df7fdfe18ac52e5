import { readUserId } from '@kundig/testing/browser/calls'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

// spec 2.77, 6.16, 8.17
test(
  'a private profile is visible to its owner and their contacts; others see that it is not public',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert } = await people.pair()
    const id = await readUserId(expert.context, people.url)
    const answer = await expert.context.request.put(`${people.url}/api/profiles/${id}`, {
      data: { full_name: expert.name, bio: 'For few.', expertise: 'education', is_public: false },
      headers: { origin: people.url },
    })
    expect(answer.ok()).toBe(true)
    for (const { page } of [asker, expert]) {
      await page.goto(`/profile/${id}`)
      await expect(page.getByText('For few.')).toBeVisible()
    }
    const visitor = await people.visitor()
    const { page: stranger } = await people.expert(`Cato ${createUniqueWord()}`)
    for (const page of [visitor, stranger]) {
      expect((await page.goto(`/profile/${id}`))?.status()).toBe(403)
      await expect(page.getByText('Profile is not public')).toBeVisible()
      await expect(page.getByText('For few.')).toHaveCount(0)
    }
    // Inside the application, the profile is fetched as well, and this text appears instead of an empty page.
    await stranger.goto('/login')
    await expect(stranger.getByRole('tab', { name: 'Explore' })).toBeVisible()
    await stranger.evaluate((path) => {
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, `/profile/${id}`)
    await expect(stranger.getByText('Profile is not public')).toBeVisible()
  },
)
