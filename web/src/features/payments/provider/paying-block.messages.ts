import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Beside the error that says what somebody cannot do. */
export const payingBlockTexts = defineTexts({
  en: { until: (when: string) => `You can try again from ${when}.` },
  nl: { until: (when) => `Vanaf ${when} kan het weer.` },
})
