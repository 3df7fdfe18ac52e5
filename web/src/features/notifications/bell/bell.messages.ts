import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of the bell's button. The panel loads later, and has its own texts. */
export const bellTexts = defineTexts({
  en: {
    title: 'Notifications',
    unread: (count: string) => `Notifications, ${count} unread`,
  },
  nl: {
    title: 'Meldingen',
    unread: (count) => `Meldingen, ${count} ongelezen`,
  },
})
