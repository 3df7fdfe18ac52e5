import type { Language } from '@kundig/contract/languages'

export const PUBLIC_DEMO_NOTE: Record<Language, string> = {
  en: 'Public demo: do not enter real data.',
  nl: 'Openbare demo: vul geen echte gegevens in.',
}
