import { holdPayments, paymentCalls } from '@kundig/testing/browser/payments'
import { expect } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

import { fillCard, forgetDeclines, makePayingScenario, PAY, personAt } from './payment-scenarios.ts'
import { enter, untilToast } from './scenarios.ts'
import { inBoth, screens } from './screenshots.ts'

const ASK = inBoth('Request a payment', 'Betaalverzoek sturen')
const OTHER = inBoth('Use another card', 'Andere kaart gebruiken')
const GIVE_UP = inBoth('Give up this payment', 'Betaling opgeven')
const DECLINE = /^(?:Decline €.*|€.* afwijzen)$/u
const DECLINE_SURELY = inBoth('Decline', 'Afwijzen')
const WITHDRAW = /^(?:Withdraw the request for €.*|Verzoek om €.* intrekken)$/u
const WITHDRAW_SURELY = inBoth('Withdraw', 'Intrekken')
const CONFIRM_CALL = '**/stripe-simulator/v1/payment_intents/*/confirm'

screens(
  ['pay.ask', 'pay.ask-errors', 'pay.ask-written', 'pay.ask-failed', 'pay.asked', 'pay.ask-not-set-up'],
  async (people, capture) => {
    const { asker, expert, at } = await makePayingScenario(people, 'anneke', 'sunita')
    const panel = expert.getByRole('dialog')
    const amount = panel.locator('input[name=amount]')
    const send = panel.locator('button[type=submit]')
    const open = async () => {
      await enter(expert, at)
      await expert.getByRole('button', { name: ASK }).click()
      await expect(amount).toBeVisible()
    }
    await open()
    await capture('pay.ask', expert)
    await amount.fill('0')
    await send.click()
    await capture('pay.ask-errors', expert)
    await amount.fill('1234,5')
    await panel
      .locator('textarea')
      .fill('Anderhalf uur meekijken met de administratie, en de btw-aangifte van dit kwartaal')
    await capture('pay.ask-written', expert)
    await expert.route('**/rpc/payments/ask', (route) => route.fulfill({ status: 500, json: {} }))
    const failed = panel.getByRole('alert')
    await send.click()
    await capture('pay.ask-failed', expert, { ready: () => expect(failed).toBeVisible() })
    await expert.unroute('**/rpc/payments/ask')
    await capture('pay.asked', expert, {
      make: async () => {
        await open()
        await amount.fill('85')
        await untilToast(expert, () => send.click())
      },
    })
    await enter(asker, at)
    await asker.getByRole('button', { name: ASK }).click()
    const link = asker.getByRole('dialog').getByRole('link')
    await capture('pay.ask-not-set-up', asker, { ready: () => expect(link).toBeVisible() })
  },
)

screens(
  [
    'pay.request-card-seller',
    'pay.request-card-buyer-no-card',
    'pay.new-card',
    'pay.new-card-errors',
    'pay.new-card-refused',
  ],
  async (people, capture, sql) => {
    const { asker, expert, at, ask, openDialog } = await makePayingScenario(people, 'margaret', 'piethein')
    await ask('12.5')
    await ask(
      '99999.99',
      'Een rondvaart over de Waal met koffie en een uitgebreide toelichting op alle bruggen onderweg',
    )
    const ready = (page: typeof asker) => () => expect(page.locator('.request-card')).toHaveCount(2)
    await capture('pay.request-card-seller', expert, { at, ready: ready(expert) })
    await capture('pay.request-card-buyer-no-card', asker, { at, ready: ready(asker) })
    const dialog = asker.getByRole('dialog')
    const pay = dialog.getByRole('button', { name: PAY })
    const number = asker.getByLabel(/^(?:Card number|Kaartnummer)$/u)
    const openForm = async () => {
      await openDialog()
      await expect(number).toBeVisible()
    }
    await capture('pay.new-card', asker, { make: openForm })
    await capture('pay.new-card-errors', asker, {
      make: async () => {
        await openForm()
        await number.fill('4242 4242 4242 4241')
        await pay.click()
      },
    })
    await capture('pay.new-card-refused', asker, {
      make: async () => {
        await forgetDeclines(sql)
        await openForm()
        await fillCard(asker, CARDS.insufficientFunds)
        await pay.click()
        await expect(dialog.getByRole('alert').last()).not.toBeEmpty()
      },
    })
  },
)

screens(
  [
    'pay.request-card-buyer',
    'pay.dialog',
    'pay.choose-card',
    'pay.broken',
    'pay.paying',
    'pay.declined',
    'payment-success.failed',
    'payment-success.processing',
    'pay.give-up',
    'pay.before',
    'pay.rejected-seller',
    'pay.rejected-buyer',
    'pay.given-up',
  ],
  async (people, capture, sql) => {
    const { asker, expert, at, ask, saveCard, openDialog } = await makePayingScenario(people, 'marieke', 'emre')
    await saveCard(CARDS.visa)
    await saveCard(CARDS.declinedOncePaidWith)
    await ask('45', 'Contract nagekeken')
    const dialog = asker.getByRole('dialog')
    const pay = dialog.getByRole('button', { name: PAY })
    const requestCard = asker.locator('.request-card')
    await capture('pay.request-card-buyer', asker, { at, ready: () => expect(requestCard).toBeVisible() })
    await openDialog()
    await capture('pay.dialog', asker, { ready: () => expect(pay).toBeVisible() })
    await dialog.getByRole('button', { name: OTHER }).click()
    await capture('pay.choose-card', asker, { ready: () => expect(dialog.getByRole('radio').first()).toBeVisible() })

    await asker.route('**/rpc/payments/clientSecret', (route) => route.fulfill({ status: 500, json: {} }))
    await openDialog()
    await capture('pay.broken', asker, { ready: () => expect(dialog.getByRole('alert').first()).not.toBeEmpty() })
    await asker.unroute('**/rpc/payments/clientSecret')

    await openDialog()
    await asker.route(CONFIRM_CALL, () => undefined)
    await pay.click()
    await capture('pay.paying', asker)
    await asker.unroute(CONFIRM_CALL)

    const decline = async () => {
      await forgetDeclines(sql)
      await openDialog()
      await pay.click()
      await expect(dialog.getByRole('button', { name: GIVE_UP })).toBeVisible()
    }
    await decline()
    await capture('pay.declined', asker)
    const heading = () => expect(asker.getByRole('heading', { level: 1 })).toBeVisible()
    const comeBack = { at: '/payment-success?payment_intent=pi_1', ready: heading }
    await capture('payment-success.failed', asker, comeBack)
    const letGo = await holdPayments(asker)
    await asker.goto('/')
    await capture('payment-success.processing', asker, comeBack)
    await letGo()
    await decline()
    await dialog.getByRole('button', { name: GIVE_UP }).click()
    await capture('pay.give-up', asker, { ready: () => expect(asker.getByRole('alertdialog')).toBeVisible() })
    await openDialog()
    await capture('pay.before', asker, { ready: () => expect(pay).toBeVisible() })

    let amount = 45
    await capture('pay.given-up', asker, {
      make: async () => {
        if (amount > 45) await ask(String(amount))
        amount++
        await decline()
        await dialog.getByRole('button', { name: GIVE_UP }).click()
        await untilToast(asker, () => asker.getByRole('alertdialog').getByRole('button', { name: GIVE_UP }).click())
      },
    })
    await capture('pay.rejected-seller', expert, {
      at,
      ready: () => expect(expert.locator('.request-card').last()).toBeVisible(),
    })
    await capture('pay.rejected-buyer', asker, { at, ready: () => expect(requestCard.last()).toBeVisible() })
  },
)

screens(
  ['pay.bank', 'pay.bank-waits', 'pay.bank-refused', 'pay.paid', 'payment-success.paid', 'pay.completed-seller'],
  async (people, capture) => {
    const scenario = await makePayingScenario(people, 'mariama', 'jeroen')
    const { asker, expert, at, roomId, ask, saveCard, openDialog } = scenario
    await saveCard(CARDS.otherVisa)
    const paid = await ask('150', 'Een dag over verkoopgesprekken in Mechelen')
    const dialog = asker.getByRole('dialog')
    const pay = dialog.getByRole('button', { name: PAY })
    const bank = asker.frameLocator('iframe[title*="3-D Secure"]')
    const toBank = async () => {
      await openDialog()
      await dialog
        .getByRole('button', { name: /^(?:Pay €.*|€.* betalen|Answer your bank|Vraag van je bank beantwoorden)$/u })
        .click()
      await expect(bank.getByRole('button').first()).toBeVisible()
    }
    await capture('pay.bank', asker, { make: toBank })
    await openDialog()
    const answer = dialog.getByRole('button', { name: inBoth('Answer your bank', 'Vraag van je bank beantwoorden') })
    await capture('pay.bank-waits', asker, { ready: () => expect(answer).toBeVisible() })
    await toBank()
    await bank.locator('button[value=fail]').click()
    await expect(dialog.getByRole('button', { name: GIVE_UP })).toBeVisible()
    await capture('pay.bank-refused', asker)
    await saveCard(CARDS.visa)
    let amount = 150
    await capture('pay.paid', asker, {
      make: async () => {
        if (amount > 150) await ask(String(amount))
        amount++
        await openDialog()
        await untilToast(asker, () => pay.click())
        await expect(dialog).toBeHidden()
      },
    })
    const kept = JSON.stringify({ roomId, paymentRequestId: paid.payment_request_id })
    await asker.evaluate((value) => sessionStorage.setItem('kundig-paying', value), kept)
    await capture('payment-success.paid', asker, {
      at: '/payment-success?payment_intent=pi_1',
      ready: () => expect(asker.getByRole('heading', { level: 1 })).toBeVisible(),
    })
    await capture('pay.completed-seller', expert, {
      at,
      ready: () => expect(expert.locator('.request-card').last()).toBeVisible(),
    })
  },
)

const LONG = `Drie middagen meekijken op de bouwplaats aan de Waalkade, met een verslag per bezoek.
Inbegrepen: reistijd, foto’s van alle verbindingen, en een advies over de kozijnen aan de noordkant.
${'Wat daarna nog nodig blijkt, bespreken we eerst samen voordat ik eraan begin. '.repeat(11)}`.slice(0, 1000)

screens(
  [
    'pay.long-seller',
    'pay.long-buyer',
    'pay.long-unfolded',
    'pay.long-dialog',
    'pay.decline',
    'pay.declined-buyer',
    'pay.declined-seller',
  ],
  async (people, capture) => {
    const { asker, expert, at, ask, saveCard, openDialog } = await makePayingScenario(people, 'anneke', 'emre')
    await saveCard(CARDS.visa)
    await ask('240', LONG)
    const requestCard = (page: typeof asker) => page.locator('.request-card').last()
    const unfold = (page: typeof asker) =>
      requestCard(page).getByRole('button', { name: inBoth('Show all', 'Alles tonen') })
    const seen = (page: typeof asker) => () => expect(unfold(page)).toBeVisible()
    await capture('pay.long-seller', expert, { at, ready: seen(expert) })
    await capture('pay.long-buyer', asker, { at, ready: seen(asker) })
    await unfold(asker).click()
    await capture('pay.long-unfolded', asker)
    await openDialog()
    await capture('pay.long-dialog', asker, { ready: () => expect(asker.getByRole('dialog')).toBeVisible() })
    await enter(asker, at)
    const question = asker.getByRole('alertdialog')
    await requestCard(asker).getByRole('button', { name: DECLINE }).click()
    await capture('pay.decline', asker, { ready: () => expect(question).toBeVisible() })
    await untilToast(asker, () => question.getByRole('button', { name: DECLINE_SURELY }).click())
    await capture('pay.declined-buyer', asker, { at, ready: seen(asker) })
    await capture('pay.declined-seller', expert, { at, ready: seen(expert) })
  },
)

screens(['pay.withdraw', 'pay.withdrawn-seller', 'pay.withdrawn-buyer'], async (people, capture) => {
  const { asker, expert, at, ask } = await makePayingScenario(people, 'anneke', 'sunita')
  await ask('9999.99', 'Een uur meekijken met de administratie')
  const requestCard = (page: typeof asker) => page.locator('.request-card').last()
  await enter(expert, at)
  const question = expert.getByRole('alertdialog')
  await requestCard(expert).getByRole('button', { name: WITHDRAW }).click()
  await capture('pay.withdraw', expert, { ready: () => expect(question).toBeVisible() })
  await untilToast(expert, () => question.getByRole('button', { name: WITHDRAW_SURELY }).click())
  await capture('pay.withdrawn-seller', expert, { at, ready: () => expect(requestCard(expert)).toBeVisible() })
  await capture('pay.withdrawn-buyer', asker, { at, ready: () => expect(requestCard(asker)).toBeVisible() })
})

screens(['pay.program-request-card', 'pay.program-card', 'pay.program-declined'], async (people, capture) => {
  const { asker, expert, at, saveCard, openDialog } = await makePayingScenario(people, 'margaret', 'sunita')
  await saveCard(CARDS.visa)
  await paymentCalls(people).askByProgram(personAt(expert), personAt(asker), 3000, 'Twee uur advies')
  const dialog = asker.getByRole('dialog')
  await capture('pay.program-request-card', asker, {
    at,
    ready: () => expect(asker.locator('.request-card')).toBeVisible(),
  })
  await openDialog()
  await expect(asker.getByLabel(/^(?:Card number|Kaartnummer)$/u)).toBeVisible()
  await capture('pay.program-card', asker)
  await fillCard(asker, CARDS.declined)
  await dialog.getByRole('button', { name: PAY }).click()
  await capture('pay.program-declined', asker, {
    ready: () => expect(dialog.getByRole('button', { name: GIVE_UP })).toBeVisible(),
  })
})
