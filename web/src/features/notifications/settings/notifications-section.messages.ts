import { defineTexts } from '../../../platform/i18n/texts.ts'

/** The account page's section that leads to the settings. */
export const sectionTexts = defineTexts({
  en: {
    title: 'Notifications',
    lead: 'Which emails and push notifications you get, and when nothing may reach you.',
    choose: 'Choose notifications',
  },
  nl: {
    title: 'Meldingen',
    lead: 'Welke e-mails en pushmeldingen je krijgt, en wanneer niets je mag bereiken.',
    choose: 'Meldingen kiezen',
  },
})
