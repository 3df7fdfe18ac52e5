import { defineTexts } from '../../../platform/i18n/texts.ts'

export const healthMarkTexts = defineTexts({
  en: { needsSomebody: 'Needs somebody' },
  nl: { needsSomebody: 'Iemand moet iets doen' },
})
