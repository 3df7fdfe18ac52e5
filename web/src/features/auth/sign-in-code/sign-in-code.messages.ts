import { defineTexts } from '../../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../../platform/site.ts'

export const signInCodeTexts = defineTexts({
  en: {
    title: 'Log in with a code',
    lead: 'We email you a six-digit code and a link. Either one logs you in.',
    sentLead: (email: string) => `An email to ${email} is on its way. Enter its code here, or use its link.`,
    sentHint: 'The code works once, for ten minutes. Nothing there? Look in your spam folder.',
    code: 'Code from the email',
    logIn: 'Log in',
    withPassword: 'Log in with a password',
    linkTitle: `Log in to ${SITE_NAME}`,
    linkLead: (email: string) => `You log in as ${email}.`,
    newCode: 'Get a new code',
    confirm: 'Confirm and send',
    questionTitle: 'Send your question',
    questionLead: (email: string) => `You confirm ${email}. That also logs you in.`,
    questionUsed:
      'This link was used, or is older than 24 hours. If you sent your question, it is waiting under Requests.',
    replaced:
      'Your email address is confirmed. To be safe, your old password no longer works, and your other devices were logged out.',
  },
  nl: {
    title: 'Inloggen met een code',
    lead: 'We mailen je een code van zes cijfers en een link. Met allebei kun je inloggen.',
    sentLead: (email) => `Er is een mail onderweg naar ${email}. Vul de code hier in, of gebruik de link.`,
    sentHint: 'De code is tien minuten geldig en werkt één keer. Niets ontvangen? Kijk in je spammap.',
    code: 'Code uit de mail',
    logIn: 'Inloggen',
    withPassword: 'Inloggen met een wachtwoord',
    linkTitle: `Inloggen bij ${SITE_NAME}`,
    linkLead: (email) => `Je logt in als ${email}.`,
    newCode: 'Nieuwe code aanvragen',
    confirm: 'Bevestigen en versturen',
    questionTitle: 'Je vraag versturen',
    questionLead: (email) => `Je bevestigt ${email} en logt meteen in.`,
    questionUsed:
      'Deze link is al gebruikt of ouder dan 24 uur. Heb je je vraag verstuurd? Dan vind je die onder Verzoeken.',
    replaced:
      'Je e-\u2060mailadres is bevestigd. Voor de zekerheid werkt je oude wachtwoord niet meer en zijn je andere apparaten uitgelogd.',
  },
})
