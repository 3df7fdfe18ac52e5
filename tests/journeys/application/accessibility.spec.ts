import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { APPEARANCES } from '@kundig/testing/browser/appearances'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'
import { expectNoCutText, applyTextSpacing } from '@kundig/testing/browser/text-spacing'

for (const [name, look] of APPEARANCES) {
  test(`visitors' screens have no accessibility violations (${name})`, async ({ people }) => {
    const page = await people.visitor(look)
    await page.goto('/')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await page.getByRole('searchbox').fill('ruth')
    // A click may miss its card while the list still changes.
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('link', { name: 'Ruth Mensah' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ruth Mensah' })).toBeVisible()
    await expectNoAccessibilityViolations(page)
    await page.goto('/login')
    await expect(page.locator('input[type=password]')).toBeVisible()
    await expectNoAccessibilityViolations(page)
  })
}

for (const width of [375, 1280]) {
  test(`with larger text spacing no text is cut off, at ${width} pixels`, async ({ people }) => {
    const look = { language: 'nl', width } as const
    const [visitor, noor] = [await people.visitor(look), await people.demo('noor', look)]
    for (const path of ['/', '/login', '/login#sign-up', '/forgot-password', '/no-such-page']) {
      await visitor.goto(path)
      await visitor.reload()
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await applyTextSpacing(visitor)
      await expectNoCutText(visitor)
    }
    const { items } = await callApiFromBrowser<{ items: { id: string; partner: { id: string } }[] }>(
      noor.context(),
      people.url,
      'GET',
      '/api/chat-rooms',
    )
    const [room] = items
    if (!room) throw new Error('Noor has no room')
    for (const [path, ready] of [
      ['/dashboard', noor.getByRole('article').first()],
      ['/dashboard?category=education', noor.getByRole('article').first()],
      ['/dashboard?tab=requests', noor.getByRole('heading', { level: 2 }).first()],
      ['/dashboard?tab=chats', noor.getByRole('tabpanel').getByRole('listitem').first()],
      [`/dashboard?tab=chats&room=${room.id}`, noor.getByRole('log').locator('.bubble').first()],
      [`/profile/${room.partner.id}`, noor.getByRole('heading', { level: 1 })],
      ['/account/security', noor.getByText('Dit apparaat', { exact: true })],
    ] as const) {
      await noor.goto(path)
      await expect(ready).toBeVisible()
      await applyTextSpacing(noor)
      await expectNoCutText(noor)
    }
  })
}

for (const [name, width, height] of [
  ['at 320 pixels, which is 1280 at 400 %', 320, 640],
  ['on a phone that lies on its side', 740, 360],
] as const) {
  test(`${name} no page scrolls sideways and no text is cut`, async ({ people }) => {
    const page = await people.demo('noor', { language: 'nl', width, height })
    for (const path of [
      '/',
      '/dashboard',
      '/dashboard?tab=requests',
      '/dashboard?tab=chats',
      '/account',
      '/account/privacy',
      '/account/security',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
      await expectNoCutText(page)
    }
  })
}

for (const width of [320, 1280]) {
  test(`long words in names, fields, bios and introductions make no page scroll sideways, at ${width} pixels`, async ({
    people,
  }) => {
    const word = createUniqueWord()
    const long = `${word}${'x'.repeat(40)}`
    const { asker, expert, roomId } = await people.pair([{ width, height: 640 }])
    const other = await people.expert(`Otto ${word}`)
    const ids: string[] = []
    for (const { context } of [expert, other]) {
      const id = await readUserId(context, people.url)
      ids.push(id)
      await callApiFromBrowser(context, people.url, 'PUT', `/api/profiles/${id}`, {
        full_name: long,
        bio: long.repeat(4),
        expertise: { type: 'custom', value: long },
        is_public: true,
      })
    }
    const receiver = await readUserId(asker.context, people.url)
    const request = { receiver_id: receiver, message: long.repeat(4) }
    await callApiFromBrowser(other.context, people.url, 'POST', '/api/connection-requests', request)
    const { page } = asker
    for (const path of [
      `/?q=${word}`,
      `/profile/${ids[0]}`,
      `/dashboard?q=${word}`,
      '/dashboard?tab=requests',
      '/dashboard?tab=chats',
      `/dashboard?tab=chats&room=${roomId}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(word).first()).toBeVisible()
      await expectNoCutText(page)
    }
  })
}

for (const width of [375, 1280]) {
  test(`the focus is always visible when tabbing forwards and backwards, at ${width} pixels`, async ({ people }) => {
    const page = await people.demo('noor', { width, height: 700 })
    for (const path of ['/', '/dashboard', '/dashboard?tab=requests', '/account']) {
      await openLivePage(page, path)
      const hidden = new Set<string>()
      for (const key of [...Array<string>(45).fill('Tab'), ...Array<string>(45).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        const under = await page.evaluate(() => {
          const focused = document.activeElement
          const bar = document.querySelector('header')
          if (!focused || !bar || focused === document.body || bar.contains(focused)) return null
          if (getComputedStyle(focused).position === 'fixed') return null
          const { top, bottom, left, width: wide, height } = focused.getBoundingClientRect()
          const isOut = bottom <= bar.getBoundingClientRect().bottom || top >= window.innerHeight
          return isOut && wide > 1 && height > 1 && left > -1000 ? focused.outerHTML.slice(0, 120) : null
        })
        if (under !== null) hidden.add(under)
      }
      expect([path, ...hidden]).toEqual([path])
      // Focus must not navigate (WCAG 3.2.1).
      expect(page.url()).toBe(people.url + path)
    }
  })
}
