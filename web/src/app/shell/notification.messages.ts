import { defineTexts } from '../../platform/i18n/texts.ts'

/** Notification texts of the shell. Only logged-in people load this file. */
export const notificationTexts = defineTexts({
  en: {
    offline: 'You are offline. What you see may be out of date.',
    loggedOut: 'You have been logged out',
    waiting: (count: string) => `${count} new`,
  },
  nl: {
    offline: 'Je bent offline. Wat je ziet, kan verouderd zijn.',
    loggedOut: 'Je bent uitgelogd',
    waiting: (count) => `${count} nieuw`,
  },
})
