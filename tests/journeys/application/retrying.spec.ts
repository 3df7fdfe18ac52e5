import type { Page } from '@playwright/test'

import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

/** Has calls of a procedure fail; those from `hold` on wait until they are let go, one by one. */
async function failing(page: Page, procedure: string) {
  const held: (() => void)[] = []
  let isHeld = false
  let isMended = false
  await page.route(`**/rpc/${procedure}*`, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await (isMended ? route.continue() : route.fulfill({ status: 404, json: {} }))
  })
  return {
    hold: () => {
      isHeld = true
    },
    asked: () => held.length,
    letGo: () => held.pop()?.(),
    mend: () => {
      isMended = true
    },
  }
}

const CASES = [
  { where: 'a section', path: '/account', procedure: 'safety/blocks', said: 'Whom you blocked could not be loaded' },
  // Explore itself comes with its first page.
  {
    where: 'the experts',
    path: '/dashboard?tab=requests',
    procedure: 'profiles/list',
    said: 'Failed to fetch profiles.',
  },
  { where: 'a guarded page', path: '/account/notifications', procedure: 'auth/session', said: /./u },
] as const

for (const { where, path, procedure, said } of CASES) {
  test(`${where}: what could not be loaded is said all the time while it is tried again, and goes with the answer`, async ({
    people,
  }) => {
    const { page } = await people.expert(`Rita ${uniqueWord()}`)
    const calls = await failing(page, procedure)
    await page.goto(path)
    if (procedure === 'profiles/list') await page.getByRole('tab', { name: 'Explore' }).click()
    const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again', exact: true }) })
    await expect(alert).toContainText(said, { timeout: 20_000 })
    const retry = alert.getByRole('button', { name: 'Try again', exact: true })
    // It would be gone for a moment at each try.
    await alert.evaluate((element) => {
      Object.assign(window, { wasTakenAway: false })
      new MutationObserver(() => {
        if (!element.isConnected) Object.assign(window, { wasTakenAway: true })
      }).observe(document.body, { childList: true, subtree: true })
    })
    calls.hold()
    for (const turn of [1, 2]) {
      // By key: what still comes in above would move it under a pointer.
      await retry.press('Enter')
      await expect.poll(calls.asked, `try ${turn}`).toBe(1)
      await expect(retry).toHaveAttribute('aria-busy', 'true')
      await expect(retry).toBeFocused()
      calls.letGo()
      await expect(retry).not.toHaveAttribute('aria-busy', 'true')
    }
    expect(await page.evaluate(() => Reflect.get(window, 'wasTakenAway') as boolean)).toBe(false)
    await retry.press('Enter')
    await expect.poll(calls.asked).toBe(1)
    calls.mend()
    calls.letGo()
    await expect(alert).toHaveCount(0)
  })
}
