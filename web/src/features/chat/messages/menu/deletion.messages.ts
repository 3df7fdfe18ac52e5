import { defineTexts } from '../../../../platform/i18n/texts.ts'

export const deletionTexts = defineTexts({
  en: {
    message: 'Delete this message?',
    file: 'Delete this file?',
    text: (name: string) => `It disappears for both of you. ${name} may have read it already.`,
    fileText: (name: string) => `It disappears for both of you. ${name} may have opened it already.`,
  },
  nl: {
    message: 'Dit bericht verwijderen?',
    file: 'Dit bestand verwijderen?',
    text: (name: string) => `Het verdwijnt voor jullie allebei. ${name} kan het al hebben gelezen.`,
    fileText: (name: string) => `Het verdwijnt voor jullie allebei. ${name} kan het al hebben geopend.`,
  },
})
