import type { Language } from '@kundig/contract/languages'

/** Stands above every page of a site that everybody may try out (`TRY_OUT=public`). */
export const PUBLIC_DEMO_NOTE: Record<Language, string> = {
  en: 'Public demo: do not enter real data.',
  nl: 'Openbare demo: vul geen echte gegevens in.',
}
