import { defineTexts } from '../../../platform/i18n/texts.ts'

export const peopleLinkTexts = defineTexts({
  en: { find: 'Find people' },
  nl: { find: 'Mensen zoeken' },
})
