import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of a partner’s presence, and of the privacy settings. */
export const presenceTexts = defineTexts({
  en: {
    now: 'Active now',
    lately: 'Active in the last day',
    title: 'What chat partners see',
    lead: 'Hide yours and you won’t see theirs.',
    activity: 'When I was active',
    activityText: 'Partners in your open chats see whether you are active now or were active in the last day.',
    reads: 'What I have read',
    readsText: 'Partners see which of their messages you have read.',
    loading: 'Loading your settings',
    failed: 'Your settings could not be loaded',
    retry: 'Try again',
  },
  nl: {
    now: 'Nu actief',
    lately: 'De afgelopen dag actief',
    title: 'Wat gesprekspartners zien',
    lead: 'Wat jij niet laat zien, zie je ook niet van anderen.',
    activity: 'Wanneer ik actief was',
    activityText: 'De ander in een open chat ziet of je nu actief bent of de afgelopen dag actief was.',
    reads: 'Wat ik heb gelezen',
    readsText: 'Gesprekspartners zien welke van hun berichten je hebt gelezen.',
    loading: 'Je instellingen laden',
    failed: 'Je instellingen konden niet worden geladen',
    retry: 'Probeer opnieuw',
  },
})
