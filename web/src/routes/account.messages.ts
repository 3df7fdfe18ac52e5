import { defineTexts } from '../platform/i18n/texts.ts'

/** Titles of the account's pages, also for the links on the account page. */
export const accountTexts = defineTexts({
  en: {
    settings: 'Settings',
    back: 'Back to your account',
    payments: 'Payments',
    paymentsLead: 'Saved cards, payments and receipts',
    notifications: 'Notifications',
    notificationsLead: 'Emails, push notifications and quiet hours',
    privacy: 'Privacy',
    privacyLead: 'What chat partners see, blocked people and your data',
    security: 'Security',
    securityLead: 'Email address, password, two-step verification and devices',
  },
  nl: {
    settings: 'Instellingen',
    back: 'Terug naar je account',
    payments: 'Betalingen',
    paymentsLead: 'Opgeslagen kaarten, betalingen en betaalbewijzen',
    notifications: 'Meldingen',
    notificationsLead: 'E-mails, pushmeldingen en stille uren',
    privacy: 'Privacy',
    privacyLead: 'Wat gesprekspartners zien, geblokkeerde mensen en je gegevens',
    security: 'Beveiliging',
    securityLead: 'E-mailadres, wachtwoord, tweestapsverificatie en apparaten',
  },
})
