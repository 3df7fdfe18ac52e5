import { describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'

import { READER, SESSION } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const bar = page.getByRole('navigation', { name: 'Main' })
const logIn = bar.getByRole('link', { name: 'Log In' })
const logOut = bar.getByRole('button', { name: 'Log Out' })
const account = bar.getByRole('link', { name: 'Account' })
const logo = bar.getByRole('link', { name: 'Kundig' })
const again = page.getByRole('button', { name: 'Try again' })
const explore = page.getByRole('tab', { name: 'Explore' })
const refuse = (): never => {
  throw new Refusal('NOT_FOUND')
}

describe('the navigation bar', () => {
  it.each([1280, 1920])(
    'stays in the same position on every page and aligns with full-width content (%i px)',
    async (width) => {
      const { router } = await openApp('/', { width, height: 1080 })
      await expect.element(logOut).toBeVisible()
      const edges = () => [logo, logOut].map((part) => part.element().getBoundingClientRect())
      const atHome = edges()
      const visit = async (href: string, landmark: Locator): Promise<void> => {
        await router.navigate({ href })
        await expect.element(landmark).toBeVisible()
        expect(edges()).toEqual(atHome)
      }
      const tile = page.getByRole('article').first()
      await visit('/dashboard?tab=chats', page.getByRole('heading', { name: 'No chats yet' }))
      await visit('/account', page.getByRole('heading', { name: 'Account Settings' }))
      await visit(`/profile/${READER.id}`, page.getByRole('heading', { name: READER.full_name }))
      for (const href of ['/dashboard', '/']) {
        await visit(href, tile)
        expect(tile.element().getBoundingClientRect().x).toBe(atHome[0]?.x)
      }
    },
  )

  it('shows operators the links to the operator pages', async () => {
    await openApp('/dashboard', { session: { ...SESSION, role: 'viewer' }, role: 'viewer' })
    await expect.element(bar.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/operator')
  })

  it('hides the links to the operator pages from people without a role', async () => {
    await openApp('/dashboard')
    await expect.element(logOut).toBeVisible()
    await expect.element(bar.getByRole('link', { name: 'Admin' })).not.toBeInTheDocument()
  })

  it('leads an operator without a profile to the settings for the required second factor', async () => {
    const session = { ...SESSION, role: 'owner' as const, has_profile: false }
    await openApp('/dashboard', {
      session,
      role: 'owner',
      api: { operations: { me: () => ({ role: 'owner', second_factor: 'turn_on_needed' }) } },
    })
    await expect.poll(() => location.pathname).toBe('/operator')
    await page.getByRole('link', { name: 'To your account' }).click()
    await expect.element(page.getByRole('region', { name: 'Security' })).toBeVisible()
  })

  // spec 2.19
  it('shows its links in a menu on a small screen', async () => {
    await openApp('/dashboard', { width: 375, height: 812 })
    await expect.element(explore).toBeVisible()
    await expect.element(account).not.toBeInTheDocument()
    await bar.getByRole('button', { name: 'Open menu' }).click()
    await expect.element(logOut).toBeVisible()
    await bar.getByRole('button', { name: 'Close menu' }).click()
    await expect.element(account).not.toBeInTheDocument()
    await bar.getByRole('button', { name: 'Open menu' }).click()
    await account.click()
    await expect.poll(() => location.pathname).toBe('/account')
    await expect.element(account).not.toBeInTheDocument()
  })
})

describe('a screen that requires a session', () => {
  // spec 2.79, 4.1
  it('shows a spinner until the session is known', async () => {
    const session = Promise.withResolvers<typeof SESSION>()
    await openApp('/dashboard', { api: { auth: { session: () => session.promise } } })
    const spinner = page.getByRole('main').getByRole('status')
    await expect.element(spinner).toHaveTextContent('Loading…')
    expect(spinner.element().querySelector('.spinner')).toBeVisible()
    session.resolve(SESSION)
    await expect.element(explore).toBeVisible()
  })

  // spec 4.4
  it('shows an error under the visitor’s bar when loading the session failed, and retries', async () => {
    let session: () => typeof SESSION = refuse
    await openApp('/dashboard', { api: { auth: { session: () => session() } } })
    await expect.element(again).toBeVisible()
    await expect.element(logIn).toBeVisible()
    await expect.element(account).not.toBeInTheDocument()
    session = () => SESSION
    await again.click()
    await expect.element(explore).toBeVisible()
  })

  // spec 4.4
  it('keeps the bar of a logged-in viewer when reloading the session fails', async () => {
    const first = await openApp('/dashboard')
    await expect.element(explore).toBeVisible()
    await first.screen.unmount()
    let session: () => typeof SESSION | null = refuse
    const second = await openApp('/account', {
      api: { auth: { session: () => session() } },
      http: { 'POST /api/auth/sign-out': () => Response.json({ success: true }) },
    })
    await expect.element(again).toBeVisible()
    await expect.element(logOut).toBeVisible()
    await expect.element(bar.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect.element(logIn).not.toBeInTheDocument()
    session = () => null
    await logOut.click()
    await expect.element(logIn).toBeVisible()
    await second.screen.unmount()

    await openApp('/login', { api: { auth: { session: refuse } } })
    await expect.element(logIn).toBeVisible()
    await expect.element(bar.getByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument()
  })
})
