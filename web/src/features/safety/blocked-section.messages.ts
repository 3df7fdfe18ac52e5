import { defineTexts } from '../../platform/i18n/texts.ts'

/** The account page's section with whom one has blocked. */
export const blockedSectionTexts = defineTexts({
  en: {
    title: 'Blocked people',
    lead: 'They cannot send you questions or messages, and you do not find each other. They are not told.',
    none: 'You have blocked nobody.',
    nameless: 'Somebody without a profile',
    loading: 'Loading whom you blocked …',
    failed: 'Whom you blocked could not be loaded',
    retry: 'Try again',
  },
  nl: {
    title: 'Geblokkeerde mensen',
    lead: 'Zij kunnen je geen vragen of berichten sturen, en jullie vinden elkaar niet. Zij horen dat niet.',
    none: 'Je hebt niemand geblokkeerd.',
    nameless: 'Iemand zonder profiel',
    loading: 'Laden wie je hebt geblokkeerd …',
    failed: 'Wie je hebt geblokkeerd kon niet worden geladen',
    retry: 'Opnieuw proberen',
  },
})
