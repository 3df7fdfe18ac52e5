import { defineTexts } from '../../../platform/i18n/texts.ts'

export const searchAdviceTexts = defineTexts({
  en: {
    /** Shown before the corrected spelling. */
    didYouMean: 'Did you mean',
    nearest: (label: string) => `Closest field: ${label}`,
    newest: 'Newest experts',
  },
  nl: {
    didYouMean: 'Bedoelde je',
    nearest: (label) => `Dichtstbijzijnde vakgebied: ${label}`,
    newest: 'Nieuwste experts',
  },
})
