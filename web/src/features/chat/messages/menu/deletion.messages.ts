import { defineTexts } from '../../../../platform/i18n/texts.ts'

export const deletionTexts = defineTexts({
  en: {
    message: 'Delete this message?',
    file: 'Delete this file?',
    text: (name: string) => `The message disappears for both of you. ${name} may have read it already.`,
    fileText: (name: string) => `The file disappears for both of you. ${name} may have opened it already.`,
  },
  nl: {
    message: 'Dit bericht verwijderen?',
    file: 'Dit bestand verwijderen?',
    text: (name: string) => `Het bericht verdwijnt voor jullie allebei. Misschien heeft ${name} het al gelezen.`,
    fileText: (name: string) => `Het bestand verdwijnt voor jullie allebei. Misschien heeft ${name} het al geopend.`,
  },
})
