import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

interface Cases {
  items: { id: string; about_id: string }[]
}

test(
  'a decision on a report is read by the affected person, objected to and revoked',
  { tag: '@core' },
  async ({ people }) => {
    const word = createUniqueWord()
    const reporter = await people.expert(`Anna ${createUniqueWord()}`)
    const reported = await people.expert(`Bram ${word}`, { language: 'nl', dark: true, width: 375, height: 812 })
    const reportedId = await readUserId(reported.context, people.url)
    await callApiFromBrowser(reporter.context, people.url, 'POST', '/api/reports', {
      subject: { kind: 'profile', id: reportedId },
      category: 'illegal',
      text: 'Sells medicines without a licence.',
      law: 'Medicines Act',
    })

    const owner = await people.demo('owner')
    const { items } = await callApiFromBrowser<Cases>(owner.context(), people.url, 'GET', '/api/operations/cases')
    const caseId = items.find(({ about_id }) => about_id === reportedId)?.id ?? ''
    await owner.goto('/operator')
    const queue = owner.getByRole('region', { name: 'Reports' })
    const row = queue.getByRole('listitem').filter({ has: owner.locator(`a[href$="${caseId}"]`) })
    await expect(row).toContainText('Illegal')
    await expect(row).toContainText('1 report')
    await expectNoAccessibilityViolations(owner)
    await row.getByRole('link', { name: 'A profile' }).focus()
    await owner.keyboard.press('Enter')
    await expect(owner.getByText('Sells medicines without a licence.')).toBeVisible()
    await expect(owner.getByText('Law or rule: Medicines Act')).toBeVisible()
    await expect(owner.getByText(`Bram ${word}`).first()).toBeVisible()
    await owner.getByRole('button', { name: 'Assign to me' }).click()
    await expect(owner.getByRole('button', { name: 'Release' })).toBeVisible()

    const form = owner.getByRole('region', { name: 'Decide' })
    await form.getByRole('button', { name: 'Decide' }).click()
    const measure = form.getByRole('combobox', { name: 'What to do' })
    await expect(measure).toBeFocused()
    await measure.selectOption('Hide the profile')
    await form.getByRole('button', { name: 'Decide' }).click()
    await expect(form.getByRole('textbox', { name: 'Rule or law' })).toBeFocused()
    await owner.keyboard.type('Geneesmiddelenwet')
    await form.getByRole('textbox', { name: 'What happened' }).fill('Je bood iets aan wat niemand mag verkopen.')
    await expectNoAccessibilityViolations(owner)
    await form.getByRole('button', { name: 'Decide' }).click()
    await expect(form).toHaveCount(0)
    const history = owner.getByRole('region', { name: 'Decisions about this person' })
    await expect(history.getByRole('listitem')).toContainText(['Hide the profile'])
    const visitor = await people.visitor()
    await visitor.goto(`/profile/${reportedId}`)
    await expect(visitor.getByText(`Bram ${word}`)).toHaveCount(0)

    await reported.page.goto('/dashboard')
    await reported.page.getByRole('button', { name: 'Meldingen', exact: false }).click()
    await reported.page
      .getByRole('link', { name: 'We hebben iets besloten over je account. Bekijk wat en waarom' })
      .click()
    const decisions = reported.page.getByRole('region', { name: 'Besluiten over jou' })
    await expect(decisions.getByRole('heading', { name: 'Besluiten over jou' })).toBeFocused()
    await expect(decisions).toContainText('Je profiel is verborgen')
    await expect(decisions).toContainText('Je bood iets aan wat niemand mag verkopen.')
    await expect(decisions).toContainText('Geneesmiddelenwet')
    await decisions.getByRole('button', { name: 'Bezwaar maken …' }).click()
    const objection = decisions.getByRole('textbox', { name: 'Je bezwaar' })
    await expect(objection).toBeFocused()
    await decisions.getByRole('button', { name: 'Bezwaar maken', exact: true }).click()
    await expect(objection).toHaveAttribute('aria-invalid', 'true')
    await objection.fill('Het is thee, en die mag iedereen verkopen.')
    await expectNoAccessibilityViolations(reported.page)
    await decisions.getByRole('button', { name: 'Bezwaar maken', exact: true }).click()
    await expect(decisions).toContainText('Wacht op antwoord.')

    // The decision arrives live, without a reload.
    await expect(history.getByText(/^Objection: /u)).toBeVisible()
    await owner.getByRole('link', { name: 'All reports' }).click()
    const objections = owner.getByRole('region', { name: 'Objections' })
    const mine = objections.getByRole('listitem').filter({ has: owner.locator(`a[href$="${caseId}"]`) })
    await mine.getByRole('link', { name: 'View the report' }).click()
    await expect(owner.getByText('Het is thee, en die mag iedereen verkopen.')).toBeVisible()
    await history.getByRole('button', { name: 'Reverse' }).click()
    const why = history.getByRole('textbox', { name: 'Reason for reversing the decision' })
    await expect(why).toBeFocused()
    await why.fill('Het is inderdaad thee.')
    await history.getByRole('button', { name: 'Reverse' }).click()
    await expect(history.getByRole('listitem')).toHaveCount(2)
    await expect(history.getByRole('listitem').last()).toContainText('Reversed')
    await expectNoAccessibilityViolations(owner)

    await expect(decisions).toContainText('Een besluit is teruggedraaid')
    await expect(decisions).toContainText('Het is inderdaad thee.')
    await expect(decisions).toContainText('Beantwoord.')
    await visitor.goto(`/profile/${reportedId}`)
    await expect(visitor.getByText(`Bram ${word}`).first()).toBeVisible()

    await owner.goto('/operator?tab=log')
    const log = owner.getByRole('region', { name: 'Activity log' })
    const rows = log.getByRole('listitem').filter({ hasText: caseId })
    await expect(rows.filter({ hasText: 'Report decided' })).toContainText('from assigned to Hide the profile')
    await owner.goto('/operator?tab=figures')
    await expect(owner.getByRole('region', { name: 'Statistics' }).getByRole('term')).toHaveCount(5)
    await expectNoAccessibilityViolations(owner)
  },
)

test('a message that an operator removes disappears immediately from both open chats, and can be restored', async ({
  people,
}) => {
  const { asker, expert, roomId } = await people.pair([{}, { language: 'nl' }])
  const said = `Pay me elsewhere, ${createUniqueWord()}`
  const path = `/dashboard?tab=chats&room=${roomId}`
  await openLivePage(expert.page, path)
  await expert.page.getByRole('textbox', { name: 'Bericht' }).fill(said)
  await expert.page.keyboard.press('Enter')
  await openLivePage(asker.page, path)
  for (const { page } of [asker, expert]) await expect(page.getByRole('log').getByText(said)).toBeVisible()
  const { items: messages } = await callApiFromBrowser<{ items: { seq: number; content: string }[] }>(
    asker.context,
    people.url,
    'GET',
    `/api/chat-rooms/${roomId}/messages`,
  )
  const seq = messages.find(({ content }) => content === said)?.seq
  const subject = { kind: 'message', id: roomId, seq }
  await callApiFromBrowser(asker.context, people.url, 'POST', '/api/reports', {
    subject,
    category: 'illegal',
    text: said,
    law: 'A law',
  })

  const owner = await people.demo('owner')
  const { items } = await callApiFromBrowser<Cases>(owner.context(), people.url, 'GET', '/api/operations/cases')
  const aboutId = await readUserId(expert.context, people.url)
  await openLivePage(owner, `/operator?case=${items.find(({ about_id }) => about_id === aboutId)?.id ?? ''}`)
  const form = owner.getByRole('region', { name: 'Decide' })
  await form.getByRole('combobox', { name: 'What to do' }).selectOption('Remove the message')
  await form.getByRole('textbox', { name: 'Rule or law' }).fill('House rules, part 3')
  await form.getByRole('textbox', { name: 'What happened' }).fill('You asked for money past Kundig.')
  await form.getByRole('button', { name: 'Decide' }).click()
  await expect(asker.page.getByRole('log').getByText('Removed by a moderator')).toBeVisible()
  await expect(expert.page.getByRole('log').getByText('Verwijderd door een moderator')).toBeVisible()
  for (const { page } of [asker, expert]) await expect(page.getByRole('log').getByText(said)).toHaveCount(0)

  const history = owner.getByRole('region', { name: 'Decisions about this person' })
  await history.getByRole('button', { name: 'Reverse' }).click()
  await history.getByRole('textbox', { name: 'Reason for reversing the decision' }).fill('It was about lunch.')
  await history.getByRole('button', { name: 'Reverse' }).click()
  for (const { page } of [asker, expert]) await expect(page.getByRole('log').getByText(said)).toBeVisible()
})
