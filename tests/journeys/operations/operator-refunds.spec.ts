import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

test(
  'an operator finds a payment and refunds a part, which buyer and seller see, and which is logged',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    const { payment_request_id: id } = await calls.ask(seller, roomId, '35')
    await openDealChat(buyer.page, roomId)
    const paying = locatePayments(buyer.page)
    await paying.payWith('€35.00', CARDS.visa)
    const card = paying.requestCard('€35.00', 'completed')
    await expect(card).toBeVisible()

    const owner = await people.demo('owner')
    await owner.goto('/operator?tab=payments')
    const section = owner.getByRole('region', { name: 'Find or refund a payment' })
    const reference = section.getByRole('textbox', { name: /^Payment id/u })
    await reference.fill('pi_unknown')
    await reference.press('Enter')
    await expect(section.getByText('Payment request not found')).toBeVisible()
    await expect(reference).toBeFocused()
    await reference.fill(id)
    await reference.press('Enter')
    await expect(section.getByText(`${buyer.name} paid ${seller.name}`)).toBeVisible()
    await section.getByRole('textbox', { name: /^Amount in euros/u }).fill('12')
    await section.getByRole('textbox', { name: /^Reason/u }).fill('They did not meet')
    await expectNoAccessibilityViolations(owner)
    await section.getByRole('button', { name: 'Refund', exact: true }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Refund €12.00', exact: true }).click()
    await expect(section.getByText('Paid: €35.00, of which €23.00 can be refunded')).toBeVisible()
    await expect(card.getByText(/^€12\.00 of €35\.00 refunded on \d/u)).toBeVisible()
    await expect(card.getByText('They did not meet')).toBeVisible()
    await owner.getByRole('link', { name: 'Log', exact: true }).click()
    await expect(owner.getByRole('region', { name: 'Activity log' })).toContainText('Payment refunded')
  },
)
