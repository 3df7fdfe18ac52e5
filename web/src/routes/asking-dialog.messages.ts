import { REQUEST_DAYS } from '@kundig/contract/connection-requests/request-limits'

import { defineTexts } from '../platform/i18n/texts.ts'

export const askingTexts = defineTexts({
  en: {
    title: 'What happens next',
    next: (name: string) =>
      `${name} is notified now and can answer for ${REQUEST_DAYS.open} days. Turn on notifications to see the answer right away.`,
  },
  nl: {
    title: 'Zo gaat het verder',
    next: (name) =>
      `${name} krijgt nu bericht en kan ${REQUEST_DAYS.open} dagen lang antwoorden. Zet meldingen aan, dan zie je het antwoord meteen.`,
  },
})
