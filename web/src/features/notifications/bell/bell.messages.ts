import { defineTexts } from '../../../platform/i18n/texts.ts'

/** The bell itself. Apart from what its panel says, which comes later. */
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
