// @module-tag slow
import '../../development/gallery/gallery.css'
import { describe, expect, it } from 'vitest'
import { commands, page, utils } from 'vitest/browser'

import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { SESSION } from '../../development/gallery/gallery-data.ts'
import { GallerySection, SECTIONS } from '../../development/gallery/gallery.tsx'
import { createFakeAccountApi } from '../component/account-answers.ts'
import { mountPart } from '../component/mount.tsx'
import { openApp } from '../component/open-app.tsx'
import { expectNoAxeViolations } from '../component/violations.ts'
import { ownScreens } from './account-screens.ts'
import { appointmentScreens } from './appointment-screens.ts'
import { askingScreens } from './asking-screens.ts'
import { authScreens } from './auth-screens.ts'
import { chatScreens } from './chat-screens.ts'
import { chatSearchScreens } from './chat-search-screens.ts'
import { operatorScreens } from './operator-screens.ts'
import { paymentScreens } from './payment-screens.ts'
import { peopleScreens } from './people-screens.ts'

const SCREENS = Object.entries({
  ...authScreens,
  ...askingScreens,
  ...peopleScreens,
  ...chatScreens,
  ...paymentScreens,
  ...chatSearchScreens,
  ...appointmentScreens,
  ...ownScreens,
  ...operatorScreens,
})

const { generateAriaTree, renderAriaTree } = utils.aria

/** Absolute path of the folder for screenshots, or empty. */
const FOLDER = import.meta.env['PICTURES'] as string

/** Checks a screen with axe and for horizontal scrolling. Saves a screenshot and the accessibility tree. */
async function judge(name: string, { language, width = 1280, height = 800 }: Appearance): Promise<void> {
  await expectNoAxeViolations()
  const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  if (FOLDER === '') return
  await page.viewport(width, Math.max(height, scrollHeight))
  const file = `${FOLDER}/${name}.${language}`
  await page.screenshot({ path: `${file}.png` })
  await commands.writeFile(`${file}.txt`, renderAriaTree(generateAriaTree(document.body)))
}

describe.each(APPEARANCES)('in %s', (_look, appearance) => {
  it.each(SCREENS.filter(([, { isWideOnly }]) => appearance.width === undefined || !isWideOnly))(
    '%s has no violations and no horizontal scrolling',
    async (name, { at, act, shows, ...options }) => {
      await openApp(at, { ...options, ...appearance })
      await act?.()
      await expect.element(shows()).toBeVisible()
      await judge(name, appearance)
    },
  )

  it.each(SECTIONS.map((section) => [section.id, section] as const))(
    'the gallery of %s has no violations and no horizontal scrolling',
    async (id, section) => {
      await mountPart(<GallerySection {...section} />, {
        ...appearance,
        api: createFakeAccountApi({ session: SESSION }),
      })
      await expect.element(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
      await judge(`gallery.${id}`, appearance)
    },
  )
})
