import { callAs, idOf } from '@kundig/testing/browser/calls'
import { expect } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

import { fillCard, makePayingScenario } from './payment-scenarios.ts'
import { inBoth, screens } from './screenshots.ts'

screens(
  [
    'operator.reports',
    'operator.payments',
    'operator.counts',
    'operator.waiting',
    'operator.categories',
    'operator.category-dialog',
    'operator.navigation',
    'operator.fee',
    'operator.team',
    'operator.log',
    'operator.figures',
    'operator.health',
    'operator.people',
    'operator.person',
    'operator.pages',
    'operator.page-editor',
    'operator.face',
  ],
  async (people, capture) => {
    const owner = await people.demo('owner')
    const whole = true
    /** Until the page has its title, and nothing says any more that it is being loaded. */
    const ready = async () => {
      await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(owner.locator('[aria-busy="true"]')).toHaveCount(0)
    }
    for (const [name, at] of [
      ['reports', '/operator'],
      ['payments', '/operator?tab=payments'],
      ['counts', '/operator?tab=figures'],
      ['waiting', '/operator?tab=waiting'],
      ['categories', '/operator?tab=categories'],
    ] as const) {
      await capture(`operator.${name}`, owner, { at, ready, whole })
    }
    await owner.goto('/operator?tab=categories')
    await owner.getByRole('button', { name: inBoth('Add a category', 'Categorie toevoegen') }).click()
    await capture('operator.category-dialog', owner, { ready: () => expect(owner.getByRole('dialog')).toBeVisible() })
    for (const [name, at] of [
      ['fee', '/operator?tab=fee'],
      ['team', '/operator?tab=people'],
      ['log', '/operator?tab=log'],
      ['figures', '/operator/figures'],
      ['health', '/operator/health'],
      ['people', '/operator/people?q=ma'],
      ['pages', '/operator/pages'],
      ['face', '/operator/settings'],
    ] as const) {
      await capture(`operator.${name}`, owner, { at, ready, whole })
    }
    await owner.setViewportSize({ width: 375, height: 812 })
    await owner.goto('/operator/health')
    const navigation = owner.getByRole('navigation', { name: inBoth('Run the site', 'Beheer') })
    await navigation.getByRole('button').click()
    await capture('operator.navigation', owner, { widths: [375, 320], whole })
    const person = await idOf((await people.demo('kwame')).context(), people.url)
    await capture('operator.person', owner, { at: `/operator/people/${person}`, ready, whole })
    await capture('operator.page-editor', owner, { at: '/operator/pages?page=privacy', ready, whole })
  },
)

screens(['operator.dispute', 'operator.payment', 'operator.unknown-payment'], async (people, capture) => {
  const { ask, openDialog, asker } = await makePayingScenario(people, 'sanne', 'bram')
  const { payment_request_id: id } = await ask('45', 'An hour about your website')
  await openDialog()
  await fillCard(asker, CARDS.disputed)
  await asker
    .getByRole('dialog')
    .getByRole('button', { name: /^(?:Pay €.*|€.* betalen)$/u })
    .click()
  await expect(asker.getByRole('dialog')).toBeHidden()
  const owner = await people.demo('owner')
  await expect
    .poll(
      async () =>
        (await callAs<{ items: unknown[] }>(owner.context(), people.url, 'GET', '/api/operations/disputes')).items
          .length,
    )
    .toBeGreaterThan(0)
  const disputes = owner.getByRole('region', { name: inBoth('Disputes', 'Betwistingen') })
  await owner.goto('/operator?tab=payments')
  await disputes.getByRole('button').first().click()
  await capture('operator.dispute', owner, { whole: true })
  await capture('operator.payment', owner, { at: `/operator?tab=payments&payment=${id}`, whole: true })
  await capture('operator.unknown-payment', owner, { at: `/operator?tab=payments&payment=pi_unknown`, whole: true })
})

screens(
  ['site-pages.terms', 'site-pages.privacy', 'site-pages.imprint', 'site-pages.rules', 'site-pages.contact'],
  async (people, capture) => {
    const visitor = await people.visitor()
    for (const page of ['terms', 'privacy', 'imprint', 'rules', 'contact'] as const) {
      await capture(`site-pages.${page}`, visitor, { at: `/${page}`, whole: true })
    }
  },
)
