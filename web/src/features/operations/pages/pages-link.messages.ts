import { defineTexts } from '../../../platform/i18n/texts.ts'

export const pagesLinkTexts = defineTexts({
  en: { pages: 'Pages of the site' },
  nl: { pages: 'Pagina’s van de site' },
})
