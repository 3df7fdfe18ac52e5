import { toast } from '../design-system/toasts/toast.tsx'
import { defineTexts, useTexts } from './i18n/texts.ts'

const copyingTexts = defineTexts({
  en: { copy: 'Copy', copied: 'Copied', failed: 'Copying failed. Select the text instead.' },
  nl: { copy: 'Kopiëren', copied: 'Gekopieerd', failed: 'Kopiëren is niet gelukt. Selecteer de tekst zelf.' },
})

/** Copies a text to the clipboard. A toast shows success or failure, because some browsers forbid copying. */
export function useCopying(): { label: string; copy: (text: string) => void } {
  const texts = useTexts(copyingTexts)
  return {
    label: texts.copy,
    copy: (text) =>
      void navigator.clipboard.writeText(text).then(
        () => toast.success(texts.copied),
        () => toast.info(texts.failed),
      ),
  }
}
