import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts for the list of rooms, separate from the other texts of muting, which load with a room. */
export const mutedMarkTexts = defineTexts({ en: { mark: 'Muted' }, nl: { mark: 'Gedempt' } })
