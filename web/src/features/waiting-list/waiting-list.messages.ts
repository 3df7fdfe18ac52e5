import { defineTexts } from '../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../platform/site.ts'

export const waitingListTexts = defineTexts({
  en: {
    title: 'Join the waiting list',
    lead: 'You can sign up right now. Not ready yet? Tell us your field, and we’ll invite you by email later.',
    name: 'Name',
    email: 'Email',
    category: 'Expertise category',
    chooseCategory: 'Please select a category',
    consent: `I agree to be contacted about ${SITE_NAME}.`,
    join: 'Join the list',
    joined: 'You are on the waiting list',
    orSignUp: 'Or create an account right away.',
  },
  nl: {
    title: 'Kom op de wachtlijst',
    lead: 'Je kunt je nu al registreren. Nog niet zover? Vertel ons je vakgebied, dan mailen we je later een uitnodiging.',
    name: 'Naam',
    email: 'E-mailadres',
    category: 'Vakgebied',
    chooseCategory: 'Kies een categorie',
    consent: `Ik vind het goed dat jullie contact met me opnemen over ${SITE_NAME}.`,
    join: 'Zet me op de lijst',
    joined: 'Je staat op de wachtlijst',
    orSignUp: 'Of maak nu meteen een account.',
  },
})
