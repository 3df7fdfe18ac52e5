import { defineTexts } from '../../platform/i18n/texts.ts'

/** Texts of the menu for reporting or blocking a person. The texts of the dialogs load later. */
export const blockMenuTexts = defineTexts({
  en: { more: (name: string) => `More about ${name}`, report: 'Report …', block: 'Block …' },
  nl: { more: (name) => `Meer over ${name}`, report: 'Melden …', block: 'Blokkeren …' },
})
