import { defineTexts } from '../../../platform/i18n/texts.ts'

export const categoryFilterTexts = defineTexts({
  en: {
    category: 'Expertise category',
    all: 'All categories',
  },
  nl: {
    category: 'Vakgebied',
    all: 'Alle vakgebieden',
  },
})
