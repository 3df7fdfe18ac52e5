import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, test, createUniqueWord } from '@kundig/testing/browser/people'
import { computeAuthenticatorCode } from '@kundig/testing/people/authenticator-app'

// Roles apply to the whole server, so these journeys run one after the other.
test.describe.configure({ mode: 'default' })

const NO_SUCH_PAGE = 'This page doesn’t exist'

test('an owner gives and removes a role, which closes the operator pages within seconds', async ({ people }) => {
  const owner = await people.demo('owner')
  const other = await people.demo('kwame')
  expect((await other.goto('/operator'))?.status()).toBe(404)

  expect((await owner.goto('/operator?tab=people'))?.status()).toBe(200)
  await expect(owner.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  const section = owner.getByRole('region', { name: 'Team' })
  await expect(section.getByRole('listitem')).toContainText(['owner@kundig.example (you)'])
  const email = section.getByRole('textbox', { name: 'Email address of their account' })
  await email.fill(`unknown-${createUniqueWord()}@kundig.example`)
  await email.press('Enter')
  await expect(section.getByText('No account has this address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('Kwame@kundig.example')
  await section.getByRole('combobox', { name: 'Role', exact: true }).selectOption('viewer')
  await section.getByRole('button', { name: 'Add' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(2)
  await expect(email).toHaveValue('')

  expect((await other.goto('/operator?tab=people'))?.status()).toBe(200)
  const seen = other.getByRole('region', { name: 'Team' })
  await expect(seen.getByText('viewer', { exact: true })).toBeVisible()
  await expect(seen.getByRole('combobox')).toHaveCount(0)
  await expect(seen.getByRole('textbox')).toHaveCount(0)

  await section.getByRole('combobox', { name: 'Role of kwame@kundig.example' }).selectOption('')
  await expect(owner.getByRole('alertdialog')).toContainText('kwame@kundig.example will no longer have access')
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(other).toHaveURL('/', { timeout: 15_000 })
  expect((await other.goto('/operator'))?.status()).toBe(404)

  await owner.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(owner).toHaveURL('/operator?tab=log')
  const log = owner.getByRole('region', { name: 'Activity log' })
  // Other journeys add log entries about other people.
  const entries = log.getByRole('listitem').filter({ hasText: await readUserId(other.context(), people.url) })
  await expect(entries.first()).toContainText('from viewer to none')
  await expect(entries.nth(1)).toContainText('from none to viewer')
  await owner.goBack()
  await expect(section).toBeVisible()
})

test('the only owner cannot lose the role, and sees why', async ({ people }) => {
  const owner = await people.demo('owner', { language: 'nl', dark: true, width: 375, height: 812 })
  await owner.goto('/operator?tab=people')
  const section = owner.getByRole('region', { name: 'Team' })
  const own = section.getByRole('combobox', { name: 'Rol van owner@kundig.example' })
  await expect(own).toHaveValue('owner')
  await expectNoAccessibilityViolations(owner)
  await own.selectOption('viewer')
  await owner.getByRole('alertdialog').getByRole('button', { name: 'Wijzigen' }).click()
  await expect(owner.getByText('Dit is de enige eigenaar. Voeg eerst een andere eigenaar toe.')).toBeVisible()
  await expect(own).toHaveValue('owner')
  const places = owner.getByRole('navigation', { name: 'Beheer' })
  const toggle = places.getByRole('button', { name: 'Team' })
  await toggle.click()
  await expect(places.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page')
  await places.getByRole('link', { name: 'Logboek' }).focus()
  await owner.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await toggle.press('Enter')
  await places.getByRole('link', { name: 'Logboek' }).click()
  await expect(places.getByRole('button', { name: 'Logboek' })).toHaveAttribute('aria-expanded', 'false')
  await expect(owner.getByRole('region', { name: 'Activiteitenlogboek' }).getByRole('paragraph')).not.toHaveCount(0)
  await expectNoAccessibilityViolations(owner)
})

test('the operator address looks unknown to everyone without a role', { tag: '@core' }, async ({ people }) => {
  const visitor = await people.visitor()
  expect((await visitor.goto('/operator'))?.status()).toBe(404)
  await expect(visitor.getByText(NO_SUCH_PAGE)).toBeVisible()
  const { page } = await people.expert(`Otto ${createUniqueWord()}`)
  expect((await page.goto('/operator'))?.status()).toBe(404)
  await expect(page.getByText(NO_SUCH_PAGE)).toBeVisible()
  const [operator, unknown] = await Promise.all(
    ['/operator', '/nowhere'].map((path) => page.request.get(path, { headers: { accept: 'application/json' } })),
  )
  expect(await operator?.text()).toBe(await unknown?.text())
})

test('operator pages require a code from accounts with a second factor', { tag: '@core' }, async ({ people }) => {
  const { page, context, email } = await people.signedUp(`Otto ${createUniqueWord()}`)
  const { link } = await readMail(context, email, '/verify-email')
  await page.goto(link)
  await page.getByRole('button', { name: /Confirm/u }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  const boss = await people.demo('owner')
  await callApiFromBrowser(boss.context(), people.url, 'PUT', '/api/operations/operators', { email, role: 'viewer' })
  const begin = { current_password: PASSWORD }
  const begun = await callApiFromBrowser<{ key: string; recovery_codes: string[] }>(
    context,
    people.url,
    'POST',
    '/api/second-factor/setup',
    begin,
  )
  // The second factor is enabled in another session, so that this session has not entered a code.
  const other = await people.visitor()
  await callApiFromBrowser(other.context(), people.url, 'POST', '/api/auth/sign-in/email', {
    email,
    password: PASSWORD,
  })
  await callApiFromBrowser(other.context(), people.url, 'POST', '/api/second-factor/enable', {
    code: await computeAuthenticatorCode(begun.key),
  })

  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.getByLabel('Code', { exact: true }).fill(await computeAuthenticatorCode(begun.key, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
  await page.route('**/rpc/operations/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('passed', 'code_needed') })
  })
  await page.goto('/operator?tab=people')
  await expect(page.getByText('Enter the code that your authenticator app shows for Kundig.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Team' })).toHaveCount(0)
  await expectNoAccessibilityViolations(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const code = page.getByLabel('Recovery code')
  await code.fill('nonsense')
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await page.unroute('**/rpc/operations/me')
  await code.fill(begun.recovery_codes[0] ?? '')
  await code.press('Enter')
  await expect(page.getByRole('region', { name: 'Team' })).toBeVisible()
  await callApiFromBrowser(boss.context(), people.url, 'PUT', '/api/operations/operators', { email, role: null })
})

test('two moderators immediately see the cases that the other moderator takes and returns', async ({ people }) => {
  const reported = await people.expert(`Cora ${createUniqueWord()}`)
  const aboutId = await readUserId(reported.context, people.url)
  const reporter = await people.expert(`Dirk ${createUniqueWord()}`)
  const subject = { kind: 'profile', id: aboutId }
  await callApiFromBrowser(reporter.context, people.url, 'POST', '/api/reports', { subject, category: 'scam' })
  const boss = await people.demo('owner')
  const { page: other, context, email } = await people.signedUp(`Ellen ${createUniqueWord()}`)
  const { link } = await readMail(context, email, '/verify-email')
  await other.goto(link)
  await other.getByRole('button', { name: /Confirm/u }).click()
  await expect(other.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await callApiFromBrowser(boss.context(), people.url, 'PUT', '/api/operations/operators', { email, role: 'moderator' })
  const { items } = await callApiFromBrowser<{ items: { id: string; about_id: string }[] }>(
    context,
    people.url,
    'GET',
    '/api/operations/cases',
  )
  const caseId = items.find(({ about_id }) => about_id === aboutId)?.id ?? ''
  await Promise.all([boss, other].map((page) => openLivePage(page, `/operator?case=${caseId}`)))
  await boss.getByRole('button', { name: 'Assign to me' }).click()
  await expect(other.getByText('Assigned to owner@kundig.example')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Assign to me' })).toHaveCount(0)
  await expect(other.getByRole('region', { name: 'Decide' })).toHaveCount(0)
  await boss.getByRole('button', { name: 'Release' }).click()
  await other.getByRole('button', { name: 'Assign to me' }).click()
  await expect(boss.getByText(`Assigned to ${email}`)).toBeVisible()
  const form = other.getByRole('region', { name: 'Decide' })
  await form.getByRole('combobox', { name: 'What to do' }).selectOption('Do nothing')
  await form.getByRole('button', { name: 'Decide' }).click()
  await expect(boss.getByText('Decided', { exact: true })).toBeVisible()
  await callApiFromBrowser(boss.context(), people.url, 'PUT', '/api/operations/operators', { email, role: null })
})
