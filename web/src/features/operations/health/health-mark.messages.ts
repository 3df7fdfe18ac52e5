import { defineTexts } from '../../../platform/i18n/texts.ts'

export const healthMarkTexts = defineTexts({
  en: { needsSomebody: 'Action needed' },
  nl: { needsSomebody: 'Actie nodig' },
})
