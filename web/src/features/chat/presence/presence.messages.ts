import { defineTexts } from '../../../platform/i18n/texts.ts'

/** When a partner was there, and what partners are told. */
export const presenceTexts = defineTexts({
  en: {
    now: 'Active now',
    lately: 'Active in the last day',
    title: 'What chat partners see',
    lead: 'Each works both ways: what you do not show, you do not see of others either.',
    activity: 'When I was active',
    activityText: 'Partners of your open chats see whether you are there now, or were in the last day.',
    reads: 'What I have read',
    readsText: 'Partners see which of their messages you have read.',
    loading: 'Loading your choices',
    failed: 'Your choices could not be loaded',
    retry: 'Try again',
  },
  nl: {
    now: 'Nu actief',
    lately: 'De afgelopen dag actief',
    title: 'Wat gesprekspartners zien',
    lead: 'Dit werkt naar beide kanten: wat jij niet laat zien, zie jij van anderen ook niet.',
    activity: 'Wanneer ik actief was',
    activityText: 'Partners in je open chats zien of je er nu bent, of de afgelopen dag was.',
    reads: 'Wat ik heb gelezen',
    readsText: 'Partners zien welke van hun berichten je hebt gelezen.',
    loading: 'Je keuzes laden',
    failed: 'Je keuzes konden niet worden geladen',
    retry: 'Probeer opnieuw',
  },
})
