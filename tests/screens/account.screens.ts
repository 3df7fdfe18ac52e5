import { makePhoto } from '@kundig/testing/browser/images'
import { expect, PASSWORD, type People, uniqueWord } from '@kundig/testing/browser/people'

import { MAIN_WIDTHS } from './screen-looks.ts'
import { inBoth, screens } from './screenshots.ts'

const PICTURE_CALL = '**/api/profiles/*/picture'

/** The account page of one of the demo people. */
async function openAccount(people: People, key: string) {
  const page = await people.demo(key)
  await page.goto('/account')
  const security = page.getByRole('region', { name: inBoth('Security', 'Beveiliging') })
  const form = page.locator('form').first()
  await expect(form.locator('input[name=full_name]')).toBeVisible()
  return {
    page,
    form,
    security,
    devices: security.getByRole('listitem'),
    current: security.locator('input[type=password]').first(),
    next: security.locator('input[type=password]').nth(1),
    change: security.getByRole('button', { name: inBoth('Change password', 'Wachtwoord wijzigen') }),
    save: form.locator('button[type=submit]').first(),
    dialog: page.getByRole('dialog'),
    ready: () => expect(security.getByText(/^(?:This device|Dit apparaat)$/u)).toBeVisible(),
  }
}

screens(
  ['account.new', 'account.new-errors', 'account.new-custom-category', 'account.save-failed'],
  async (people, capture) => {
    const page = await people.visitor()
    const answer = await page.context().request.post('/api/auth/sign-up/email', {
      data: { email: `${uniqueWord()}@kundig.example`, password: PASSWORD },
      headers: { origin: people.url },
    })
    expect(answer.ok()).toBe(true)
    const name = page.locator('input[name=full_name]')
    const save = page.locator('main form button[type=submit]').first()
    await capture('account.new', page, { at: '/account', ready: () => expect(name).toBeVisible(), whole: true })
    await name.fill('J0hn')
    await save.click()
    await capture('account.new-errors', page, { whole: true })
    await page.locator('select').selectOption({ index: 13 })
    await save.click()
    await capture('account.new-custom-category', page, { whole: true })
    await name.fill('Iris Bloem')
    await page.locator('input[name=custom]').fill('Glasblazen')
    await page.route('**/rpc/profiles/*', (route) => route.fulfill({ status: 500, json: {} }))
    await save.click()
    const failed = page.getByRole('alert').last()
    await capture('account.save-failed', page, { ready: () => expect(failed).toBeVisible(), about: failed })
  },
)

screens(
  ['account', 'account.security', 'account.security-errors', 'account.log-out-everywhere', 'account.devices-failed'],
  async (people, capture) => {
    await people.demo('amara', { width: 375, height: 812 })
    const { page, security, devices, current, next, change, ready } = await openAccount(people, 'amara')
    await capture('account', page, { at: '/account', ready, whole: true, widths: MAIN_WIDTHS })
    await expect(devices).toHaveCount(2)
    await capture('account.security', page, { ready, about: security })
    await current.fill('Een-Verkeerd-Wachtwoord-1')
    await next.fill('abcdefgh')
    await change.click()
    await capture('account.security-errors', page, { about: security })
    await page.getByRole('button', { name: inBoth('Log out everywhere', 'Overal uitloggen') }).click()
    await capture('account.log-out-everywhere', page, {
      ready: () => expect(page.getByRole('alertdialog')).toBeVisible(),
    })
    await page.route('**/rpc/auth/devices', (route) => route.fulfill({ status: 500, json: {} }))
    const again = security.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
    await capture('account.devices-failed', page, {
      at: '/account',
      ready: () => expect(again).toBeVisible(),
      about: again,
    })
  },
)

screens(
  [
    'account.not-an-image',
    'account.picture-crop',
    'account.picture-chosen',
    'account.leave-dialog',
    'account.picture-sending',
    'account.picture-failed',
  ],
  async (people, capture) => {
    const { page, form, dialog, save } = await openAccount(people, 'fatima')
    const input = form.locator('input[type=file]')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
    await capture('account.not-an-image', page)
    await input.setInputFiles(await makePhoto(page, { width: 1200, height: 700, left: '#d64', right: '#28a' }))
    await capture('account.picture-crop', page, { ready: () => expect(dialog.getByRole('slider')).toBeVisible() })
    await dialog.getByRole('button', { name: inBoth('Use picture', 'Foto gebruiken') }).click()
    await expect(dialog).toBeHidden()
    await capture('account.picture-chosen', page)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await capture('account.leave-dialog', page, { ready: () => expect(page.getByRole('alertdialog')).toBeVisible() })
    await page.getByRole('button', { name: inBoth('Stay', 'Blijven') }).click()
    await page.route(PICTURE_CALL, () => undefined)
    await save.click()
    const cancel = page.getByRole('button', { name: inBoth('Cancel upload', 'Upload annuleren') })
    await expect(cancel).toBeVisible()
    await capture('account.picture-sending', page, { about: cancel })
    await cancel.click()
    const failed = page.getByRole('alert').last()
    await capture('account.picture-failed', page, { ready: () => expect(failed).toBeVisible(), about: failed })
  },
)

screens(['account.google'], async (people, capture) => {
  const page = await people.visitor()
  await page.goto('/login')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Google/u }).click()
  await (await opened).getByRole('link', { name: /Robin Peters/u }).click()
  const name = page.locator('input[name=full_name]')
  await name.fill('Robin Peters')
  await page.locator('select').selectOption('education')
  await page.locator('main form button[type=submit]').first().click()
  await expect(page.getByRole('tab').first()).toBeVisible()
  const security = page.getByRole('region', { name: inBoth('Security', 'Beveiliging') })
  await capture('account.google', page, {
    at: '/account',
    ready: () => expect(security).toBeVisible(),
    about: security,
  })
})
