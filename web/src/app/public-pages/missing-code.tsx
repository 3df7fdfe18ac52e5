import type { Language } from '@kundig/contract/languages'

import { toButtonClass } from '../../design-system/link-styles.ts'
import { defineTexts } from '../../platform/i18n/texts.ts'

const missingCodeTexts = defineTexts({
  en: {
    text: 'This page does not work yet: part of it could not be fetched.',
    tryAgain: 'Try again',
  },
  nl: {
    text: 'Deze pagina werkt nog niet: een deel kon niet worden opgehaald.',
    tryAgain: 'Probeer opnieuw',
  },
})

/** Error message for missing code, always in the server's HTML. `public.html` shows it and handles its button. */
export function MissingCodeNotice({ language }: { language: Language }) {
  const texts = missingCodeTexts[language]
  return (
    <div
      id="missing-code"
      role="alert"
      className="fixed inset-x-0 bottom-0 z-30 hidden flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-border bg-pending-soft px-4 py-2.5 text-center text-pending [[data-code-missing]_&]:flex"
    >
      <p className="text-sm font-medium text-balance">{texts.text}</p>
      <button id="fetch-again" type="button" className={toButtonClass('secondary', 'sm', 'aria-busy:opacity-60')}>
        {texts.tryAgain}
      </button>
    </div>
  )
}
