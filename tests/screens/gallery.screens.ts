import { expect, test } from '@kundig/testing/browser/people'
import { type Development, startDevelopment } from '@kundig/testing/server/development'

import { screens } from './screenshots.ts'

const SECTIONS = [
  'controls',
  'messages',
  'pictures',
  'auth',
  'profiles',
  'waiting-list',
  'connection-requests',
  'notifications',
  'chat',
  'payments',
] as const

let development: Development
test.beforeAll(async () => {
  development = await startDevelopment()
})
test.afterAll(() => development.stop())

screens(
  SECTIONS.map((section) => `gallery.${section}`),
  async (people, capture) => {
    const page = await people.visitor()
    for (const section of SECTIONS) {
      await capture(`gallery.${section}`, page, {
        at: `${development.url}/dev/gallery?section=${section}`,
        ready: () => expect(page.locator(`#${section} h3`).first()).toBeVisible(),
        whole: true,
      })
    }
  },
)
