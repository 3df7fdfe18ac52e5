import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of the bell, separate from the texts of its panel, which loads later. */
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
