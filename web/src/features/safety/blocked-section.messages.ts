import { defineTexts } from '../../platform/i18n/texts.ts'

export const blockedSectionTexts = defineTexts({
  en: {
    title: 'Blocked people',
    lead: 'They can’t send you questions or messages, and you won’t find each other. They won’t know.',
    none: 'No one blocked.',
    nameless: 'Someone without a profile',
    loading: 'Loading blocked people …',
    failed: 'Blocked people could not be loaded',
    retry: 'Try again',
  },
  nl: {
    title: 'Geblokkeerde mensen',
    lead: 'Zij kunnen je geen vragen of berichten sturen, en jullie vinden elkaar niet. Ze merken er niets van.',
    none: 'Je hebt niemand geblokkeerd.',
    nameless: 'Iemand zonder profiel',
    loading: 'Geblokkeerde mensen laden …',
    failed: 'Geblokkeerde mensen konden niet worden geladen',
    retry: 'Opnieuw proberen',
  },
})
