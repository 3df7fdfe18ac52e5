import { readFile } from 'node:fs/promises'

import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test('a person downloads all their data as one JSON file, by keyboard', { tag: '@core' }, async ({ people }) => {
  const name = `Dora ${createUniqueWord()}`
  const { page, email } = await people.signedUp(name)
  await page.goto('/account/privacy')
  const button = page.getByRole('region', { name: 'Your data' }).getByRole('button', { name: 'Download my data' })
  await button.focus()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toMatch(/^kundig-\d{4}-\d\d-\d\d\.json$/u)
  const data: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({ account: { email }, profile: { full_name: name } })
  await expect(page.getByText('Your data has been downloaded')).toBeVisible()
})
