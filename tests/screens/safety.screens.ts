import { callAs, idOf } from '@kundig/testing/browser/calls'
import { expect, PASSWORD } from '@kundig/testing/browser/people'

import { meet } from './scenarios.ts'
import { inBoth, screens } from './screenshots.ts'

const REPORT = inBoth('Report', 'Melden')
const MORE_ABOUT = /^(?:More about|Meer over) /u
const MORE = inBoth('More', 'Meer')

screens(['safety.menu', 'safety.report', 'safety.report-errors', 'safety.receipt'], async (people, capture) => {
  const { expert, at } = await meet(people, 'daan', 'fatima', 'Could we talk about my shop?')
  const dialog = expert.getByRole('dialog')
  const kind = dialog.getByRole('combobox')
  await expert.goto(at)
  await expert.getByRole('button', { name: MORE }).click()
  await capture('safety.menu', expert, { ready: () => expect(expert.getByRole('menu')).toBeVisible() })
  await expert.getByRole('menuitem', { name: inBoth('Report …', 'Melden …') }).click()
  await capture('safety.report', expert, { ready: () => expect(kind).toBeVisible(), widths: [1280, 375, 320] })
  await kind.selectOption({ index: 4 })
  await dialog.getByRole('button', { name: REPORT }).click()
  await capture('safety.report-errors', expert, { widths: [1280, 375, 320] })
  await kind.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: REPORT }).click()
  await capture('safety.receipt', expert, {
    ready: () => expect(dialog).toContainText(/[0-9A-Z]{5}-[0-9A-Z]{5}/u),
    widths: [1280, 375, 320],
  })
})

screens(['safety.visitor-report', 'safety.visitor-receipt'], async (people, capture) => {
  const expert = await people.demo('fatima')
  const visitor = await people.visitor()
  const dialog = visitor.getByRole('dialog')
  await visitor.goto(`/profile/${await idOf(expert.context(), people.url)}`)
  await visitor.getByRole('button', { name: MORE_ABOUT }).click()
  await visitor.getByRole('menuitem', { name: inBoth('Report …', 'Melden …') }).click()
  await capture('safety.visitor-report', visitor, {
    ready: () => expect(dialog.getByRole('combobox')).toBeVisible(),
    widths: [1280, 375, 320],
  })
  await dialog.getByRole('combobox').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: REPORT }).click()
  await capture('safety.visitor-receipt', visitor, {
    ready: () => expect(dialog).toContainText(/[0-9A-Z]{5}-[0-9A-Z]{5}/u),
  })
})

screens(['safety.block', 'safety.blocked-room', 'safety.blocked-people'], async (people, capture) => {
  const { expert, at } = await meet(people, 'emre', 'amara', 'Could we talk about my shop?')
  const question = expert.getByRole('alertdialog')
  await expert.goto(at)
  await expert.getByRole('button', { name: MORE }).click()
  await expert.getByRole('menuitem', { name: /(?:Block|blokkeren)/iu }).click()
  await capture('safety.block', expert, { ready: () => expect(question).toBeVisible() })
  await question.getByRole('button').last().click()
  await expect(question).toBeHidden()
  await capture('safety.blocked-room', expert, { at })
  const section = expert.getByRole('region', { name: inBoth('Blocked people', 'Geblokkeerde mensen') })
  await capture('safety.blocked-people', expert, {
    at: '/account',
    ready: () => expect(section).toBeVisible(),
    about: section,
  })
})

screens(['safety.suspended', 'safety.objecting', 'safety.banned'], async (people, capture) => {
  const { page, context, email } = await people.expert('Femke Prins')
  const personId = await idOf(context, people.url)
  const decide = async (decision: object) => {
    const subject = { kind: 'profile', id: personId }
    const anyone = (await people.visitor()).context()
    // Nobody can report what is hidden already.
    if ('days' in decision) await callAs(anyone, people.url, 'POST', '/api/reports', { subject, category: 'scam' })
    const owner = (await people.demo('owner')).context()
    const { items } = await callAs<{ items: { id: string; about_id: string }[] }>(
      owner,
      people.url,
      'GET',
      '/api/operations/cases',
    )
    const caseId = items.find(({ about_id }) => about_id === personId)?.id
    await callAs(owner, people.url, 'POST', `/api/operations/cases/${caseId}/decide`, {
      ground: 'rules',
      facts: 'You asked three people to pay you outside Kundig, after you had been warned.',
      rule: 'Our rules, part 3: payments',
      ...decision,
    })
  }
  const decisions = page.getByRole('region', { name: inBoth('Decisions about you', 'Besluiten over jou') })
  const logIn = async () => {
    await page.goto('/login')
    await page.locator('input[name=email]').fill(email)
    await page.locator('input[name=password]').fill(PASSWORD)
    await page.locator('input[name=password]').press('Enter')
    await expect(decisions).toBeVisible()
  }
  const partner = (await people.expert('Joris Vos')).context
  const { id } = await callAs<{ id: string }>(partner, people.url, 'POST', '/api/connection-requests', {
    receiver_id: personId,
    message: 'May I ask you something?',
  })
  await callAs(partner, people.url, 'POST', '/api/reports', { subject: { kind: 'request', id }, category: 'spam' })
  await decide({ measure: 'suspend', days: 7 })
  await logIn()
  await capture('safety.suspended', page, {
    at: '/login',
    ready: () => expect(decisions).toBeVisible(),
    whole: true,
    widths: [1280, 375, 320],
  })
  await decisions.getByRole('button', { name: inBoth('Object …', 'Bezwaar maken …') }).click()
  await capture('safety.objecting', page, { whole: true })
  await decide({ measure: 'ban' })
  await logIn()
  await capture('safety.banned', page, { at: '/login', ready: () => expect(decisions).toBeVisible(), whole: true })
})
