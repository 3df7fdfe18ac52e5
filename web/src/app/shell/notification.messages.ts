import { defineTexts } from '../../platform/i18n/texts.ts'

/** Separate from the shell's other texts, because only logged-in people need these. */
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
