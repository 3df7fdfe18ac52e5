import { defineTexts } from '../../../platform/i18n/texts.ts'

export const healthLinkTexts = defineTexts({
  en: { health: 'How the site is', needsSomebody: 'Needs somebody' },
  nl: { health: 'Hoe het met de site gaat', needsSomebody: 'Iemand moet iets doen' },
})
