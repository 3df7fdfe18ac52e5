import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { LOOKS, type PageLook } from '@kundig/testing/browser/looks'

import { openApp } from '../component/open-app.tsx'
import { expectNoViolations } from '../component/violations.ts'
import { authScreens } from './auth-screens.ts'
import { peopleScreens } from './people-screens.ts'

const SCREENS = Object.entries({ ...authScreens, ...peopleScreens })

/** Where pictures go: git ignores it. */
const FOLDER = '../../../screens'

/** Writes a picture of the whole page, where pictures are asked for. */
async function takePicture(name: string, { width = 1280, height = 800 }: PageLook): Promise<void> {
  if (import.meta.env['PICTURES'] !== '1') return
  await page.viewport(width, Math.max(height, document.documentElement.scrollHeight))
  await page.screenshot({ path: `${FOLDER}/${name}.png` })
}

describe.each(LOOKS)('in %s', (_look, look) => {
  it.each(SCREENS)(
    '%s has no violations and nothing beyond the window',
    async (name, { at, act, shows, ...options }) => {
      await openApp(at, { ...options, ...look })
      await act?.()
      await expect.element(shows()).toBeVisible()
      await expectNoViolations()
      const { scrollWidth, clientWidth } = document.documentElement
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      await takePicture(`${name}.${look.language}`, look)
    },
  )
})
