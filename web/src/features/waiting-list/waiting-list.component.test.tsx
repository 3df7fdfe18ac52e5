import { expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { MARIEKE } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

it('the list is not the only way in, and knows after a detour who joined it', async () => {
  await openApp('/', { session: null, api: { waitingList: { join: () => ({ joined: true }) } } })
  const signUp = page.getByRole('link', { name: 'Or create an account right away.' })
  const thanks = page.getByRole('heading', { name: 'Thank you, Iris Bloem' })
  await expect.element(signUp).toBeVisible()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Iris Bloem')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('iris@kundig.example')
  await page.getByRole('combobox', { name: 'Expertise category' }).last().selectOptions('education')
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Join the list' }).click()
  await expect.element(thanks).toHaveFocus()
  await page.getByRole('link', { name: MARIEKE.full_name }).click()
  await expect.element(page.getByRole('link', { name: 'Back' })).toBeVisible()
  history.back()
  await expect.element(thanks).toBeVisible()
  await signUp.click()
  await expect.element(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})
