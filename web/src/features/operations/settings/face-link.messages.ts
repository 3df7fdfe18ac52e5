import { defineTexts } from '../../../platform/i18n/texts.ts'

export const faceLinkTexts = defineTexts({
  en: { face: 'Name and appearance of the site' },
  nl: { face: 'Naam en uiterlijk van de site' },
})
