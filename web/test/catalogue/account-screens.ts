import { page } from 'vitest/browser'

import type { Earnings } from '@kundig/contract/books/payment-lists.contract'
import { NOTIFICATION_KINDS } from '@kundig/contract/notifications/notification-kinds'
import { NOTIFICATION_TEXTS } from '@kundig/contract/notifications/notification-texts'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { createNotification, MARIEKE, READER, ROOM, SESSION } from '../../development/gallery/gallery-data.ts'
import { secondFactorTexts } from '../../src/features/auth/second-factor/second-factor.messages.ts'
import { securityTexts } from '../../src/features/auth/security.messages.ts'
import { bellTexts } from '../../src/features/notifications/bell/bell.messages.ts'
import { notificationsTexts } from '../../src/features/notifications/bell/notifications.messages.ts'
import { settingsTexts } from '../../src/features/notifications/settings/settings.messages.ts'
import { cardTexts } from '../../src/features/payments/cards/card.messages.ts'
import { earningsTexts } from '../../src/features/payments/earnings/earnings.messages.ts'
import { ownPaymentsTexts } from '../../src/features/payments/own-payments/own-payments.messages.ts'
import { cardReturnTexts } from '../../src/features/payments/returning/card-return.messages.ts'
import { sellerTexts } from '../../src/features/payments/selling/seller.messages.ts'
import { profilesTexts } from '../../src/features/profiles/profiles.messages.ts'
import { blockedSectionTexts } from '../../src/features/safety/blocked-section.messages.ts'
import { accountTexts } from '../../src/routes/account.messages.ts'
import { routesTexts } from '../../src/routes/routes.messages.ts'
import {
  fault,
  fillField,
  heading,
  pickTexts,
  press,
  question,
  refuse,
  type Screen,
  type Screens,
  text,
} from './screen.ts'

const ACCOUNT = { at: '/account' }
const PAYMENTS = { at: '/account/payments' }
const PRIVACY = { at: '/account/privacy' }
const SECURITY = { at: '/account/security' }
const AT = READER.created_at
const DEVICE = { id: READER.id, created_at: AT, updated_at: AT }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const newcomer = (rest: Omit<Screen, 'at'>): Screen => ({
  ...ACCOUNT,
  session: { ...SESSION, has_profile: false },
  ...rest,
})
const create = () => press(pickTexts(profilesTexts).create)
const seller = (account: Partial<SellerAccount>, shows: Screen['shows']): Screen => ({
  ...ACCOUNT,
  api: {
    payments: {
      account: () => ({
        stripeConnectAccountId: 'acct_1',
        stripeCustomerId: null,
        status: 'in_progress',
        due: [],
        ...account,
      }),
    },
  },
  shows,
})
const turnOn = async (): Promise<void> => {
  await press(pickTexts(secondFactorTexts).turnOn)
  await page.getByLabelText(pickTexts(securityTexts).currentPassword).last().fill('Abcdefg1!')
  page.getByLabelText(pickTexts(securityTexts).currentPassword).last().element().closest('form')?.requestSubmit()
}

const accountScreens: Screens = {
  'account.new': newcomer({ shows: () => heading(pickTexts(routesTexts).completeAccount) }),
  'account.new-errors': newcomer({ act: create, shows: () => fault('NAME_REQUIRED') }),
  'account.new-custom-category': newcomer({
    act: async () => {
      await page.getByLabelText(pickTexts(profilesTexts).category).selectOptions(pickTexts(profilesTexts).ownCategory)
    },
    shows: () => page.getByLabelText(pickTexts(profilesTexts).customCategory),
  }),
  'account.save-failed': newcomer({
    api: { profiles: { save: refuse() } },
    act: async () => {
      await fillField('full_name', 'Iris Bloem')
      await page.getByLabelText(pickTexts(profilesTexts).category).selectOptions('education')
      await create()
    },
    shows: () => fault('FORBIDDEN'),
  }),
  account: { ...ACCOUNT, shows: () => text(pickTexts(accountTexts).paymentsLead) },
  'account.privacy': {
    ...PRIVACY,
    api: {
      safety: {
        blocks: () => ({ items: [{ person_id: MARIEKE.id, person: MARIEKE, created_at: AT }], next_cursor: null }),
      },
    },
    shows: () => text(MARIEKE.full_name),
  },
  'account.privacy-failed': {
    ...PRIVACY,
    api: { chat: { privacy: refuse() }, safety: { blocks: refuse() } },
    shows: () => text(pickTexts(blockedSectionTexts).failed),
  },
  'account.security': {
    ...SECURITY,
    api: {
      auth: {
        devices: () => ({
          items: [
            { ...DEVICE, user_agent: null, is_current: true },
            { ...DEVICE, id: ROOM.id, user_agent: FIREFOX, is_current: false },
          ],
        }),
      },
    },
    shows: () => text(pickTexts(securityTexts).thisDevice),
  },
  'account.unverified': {
    ...ACCOUNT,
    session: { ...SESSION, user: { ...SESSION.user, email_verified: false } },
    shows: () => text(pickTexts(securityTexts).unverified(READER.email)),
  },
  'account.google': {
    ...SECURITY,
    session: { ...SESSION, user: { ...SESSION.user, has_password: false } },
    shows: () => text(pickTexts(securityTexts).noPassword),
  },
  'account.security-errors': {
    ...SECURITY,
    act: () => press(pickTexts(securityTexts).change),
    shows: () => fault('FIELD_REQUIRED'),
  },
  'account.log-out-everywhere': {
    ...SECURITY,
    act: () => press(pickTexts(securityTexts).logOutEverywhere),
    shows: () => question.getByText(pickTexts(securityTexts).everywhereTitle),
  },
  'account.security-failed': {
    ...SECURITY,
    api: { auth: { devices: refuse() } },
    shows: () => text(pickTexts(securityTexts).devicesFailed),
  },
  'account.second-factor-key': {
    ...SECURITY,
    api: {
      auth: {
        beginSecondFactor: () => ({
          recovery_codes: ['AAAA-BBBB'],
          key: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/Kundig?secret=JBSWY3DPEHPK3PXP',
        }),
      },
    },
    act: turnOn,
    shows: () => page.getByRole('img', { name: pickTexts(secondFactorTexts).qr }),
  },
  'account.second-factor-on': {
    ...SECURITY,
    api: { auth: { secondFactor: () => ({ is_on: true, recovery_codes_left: 8 }) } },
    shows: () => text(pickTexts(secondFactorTexts).onLead(8)),
  },
  'seller.inactive': seller({ status: 'inactive', stripeConnectAccountId: null }, () =>
    page.getByRole('button', { name: pickTexts(sellerTexts).become }),
  ),
  'seller.in-progress': seller({ due: ['identity', 'bank_account'] }, () => text(pickTexts(sellerTexts).dueTitle)),
  'seller.refused': seller({ due: ['refused'] }, () => text(pickTexts(sellerTexts).refusedText)),
  'seller.ready': seller({ status: 'ready' }, () => text(pickTexts(sellerTexts).readyText)),
  'seller.failed': { ...ACCOUNT, api: { payments: { account: refuse() } }, shows: () => fault('FORBIDDEN') },
  'cards.empty': {
    ...PAYMENTS,
    api: { payments: { cards: () => ({ items: [] }) } },
    shows: () => text(pickTexts(cardTexts).none),
  },
  'cards.remove': {
    ...PAYMENTS,
    act: async () => {
      await page
        .getByRole('button', { name: /^(?:Remove (?!picture).+|.+ verwijderen)$/u })
        .first()
        .click()
    },
    shows: () => question.getByText(pickTexts(cardTexts).removeTitle),
  },
  'cards.failed': { ...PAYMENTS, api: { payments: { cards: refuse() } }, shows: () => fault('FORBIDDEN') },
}

const BELL = { at: '/dashboard' }
const openBell = async (): Promise<void> => {
  const { title } = pickTexts(bellTexts)
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${title}`, 'u') })
    .click()
}
const bellScreens: Screens = {
  bell: {
    ...BELL,
    api: {
      notifications: {
        list: () => ({
          items: NOTIFICATION_KINDS.slice(0, 12).map((kind) => createNotification(kind)),
          next_cursor: null,
          unread: 12,
        }),
      },
    },
    act: openBell,
    shows: () => text(pickTexts(NOTIFICATION_TEXTS).kinds.request_accepted(MARIEKE.full_name, '')),
  },
  'bell.empty': { ...BELL, act: openBell, shows: () => text(pickTexts(notificationsTexts).none) },
  'bell.failed': {
    ...BELL,
    api: { notifications: { list: refuse() } },
    act: openBell,
    shows: () => text(pickTexts(notificationsTexts).failed),
  },
  notifications: { at: '/account/notifications', shows: () => heading(pickTexts(settingsTexts).whatTitle) },
  'notifications.failed': {
    at: '/account/notifications',
    api: { notifications: { settings: refuse() } },
    shows: () => text(pickTexts(settingsTexts).failed),
  },
}

const LISTED = {
  id: READER.id,
  room_id: ROOM.id,
  description: 'An hour of advice about the roof',
  amount: 3500,
  currency: 'eur' as const,
  at: AT,
  is_test: true,
  receipt: { id: ROOM.id, number: 'TEST-2026-000001' },
}
const SUMS = { gross: 3500, fee: 175, refunded: 1200, disputed: 0, net: 2125 }
const EARNINGS: Earnings = {
  is_seller: true,
  is_test: true,
  payments: 1,
  totals: SUMS,
  months: ['2026-01', '2026-02', '2026-03'].map((month, place) => ({ ...SUMS, month, net: 2125 * (place + 1) })),
  payouts: { on_its_way: 2125, paid_out: 10_000, next: { amount: 2125, arrival_date: '2026-03-09' } },
}
const PAID = {
  ...LISTED,
  seller: { id: MARIEKE.id, name: MARIEKE.full_name },
  status: 'completed' as const,
  paid_with: { brand: 'visa', last4: '4242' },
  refunded: 1200,
  refunds: [{ id: ROOM.id, amount: 1200, status: 'succeeded' as const, at: AT, receipt: null }],
}
const RETURN = '/payment-success'
const ownMoneyScreens: Screens = {
  payments: {
    ...PAYMENTS,
    api: {
      payments: {
        paid: () => ({
          items: [
            PAID,
            { ...PAID, id: MARIEKE.id, status: 'pending', paid_with: null, refunded: 0, refunds: [], receipt: null },
          ],
          next_cursor: null,
        }),
      },
    },
    shows: () => text(pickTexts(ownPaymentsTexts).partlyRefunded),
  },
  'payments.empty': { ...PAYMENTS, shows: () => text(pickTexts(ownPaymentsTexts).emptyTitle) },
  'payments.failed': {
    ...PAYMENTS,
    api: { payments: { paid: refuse() } },
    shows: () => text(pickTexts(ownPaymentsTexts).failed),
  },
  earnings: {
    at: '/account/earnings',
    api: {
      payments: {
        earnings: () => EARNINGS,
        earned: () => ({
          items: [{ ...LISTED, ...SUMS, buyer: { id: MARIEKE.id, name: MARIEKE.full_name } }],
          next_cursor: null,
        }),
      },
    },
    shows: () => page.getByRole('link', { name: pickTexts(earningsTexts).csv }),
  },
  'earnings.no-seller': {
    at: '/account/earnings',
    api: { payments: { earnings: () => ({ ...EARNINGS, is_seller: false, payments: 0, months: [], payouts: null }) } },
    shows: () => text(pickTexts(earningsTexts).noSellerTitle),
  },
  'payment-success.nothing': { at: RETURN, shows: () => heading(pickTexts(cardReturnTexts).nothingTitle) },
  'payment-success.saved': {
    at: `${RETURN}?setup_intent=seti_1&redirect_status=succeeded`,
    api: { payments: { addCard: () => ({ items: [] }) } },
    shows: () => heading(pickTexts(cardReturnTexts).savedTitle),
  },
}

export const ownScreens: Screens = { ...accountScreens, ...bellScreens, ...ownMoneyScreens }
