import { defineTexts } from '../../../platform/i18n/texts.ts'

export const figuresLinkTexts = defineTexts({
  en: { figures: 'Figures by day' },
  nl: { figures: 'Cijfers per dag' },
})
