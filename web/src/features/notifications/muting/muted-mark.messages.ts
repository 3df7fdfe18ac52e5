import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Text of the mark in the list of rooms. The other texts about muting load only with a room. */
export const mutedMarkTexts = defineTexts({ en: { mark: 'Muted' }, nl: { mark: 'Gedempt' } })
