import { defineTexts } from '../../platform/i18n/texts.ts'

/** The menu from which a person is blocked. Apart from what its dialog says, which comes later. */
export const blockMenuTexts = defineTexts({
  en: { more: (name: string) => `More about ${name}`, block: 'Block …' },
  nl: { more: (name) => `Meer over ${name}`, block: 'Blokkeren …' },
})
