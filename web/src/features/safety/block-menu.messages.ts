import { defineTexts } from '../../platform/i18n/texts.ts'

/** The menu from which a person is reported or blocked. Apart from what the dialogs say, which comes later. */
export const blockMenuTexts = defineTexts({
  en: { more: (name: string) => `More about ${name}`, report: 'Report …', block: 'Block …' },
  nl: { more: (name) => `Meer over ${name}`, report: 'Melden …', block: 'Blokkeren …' },
})
