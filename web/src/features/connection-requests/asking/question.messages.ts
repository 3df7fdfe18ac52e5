import { defineTexts } from '../../../platform/i18n/texts.ts'

export const questionTexts = defineTexts({
  en: {
    question: 'Your question',
    questionPlaceholder: 'What do you need help with?',
    name: 'Your name',
    email: 'Email',
    emailHint: 'Only for confirming and for the answer. No password needed.',
    haveAccount: 'Have an account?',
    logIn: 'Log in',
    checkMail: (name: string) => `Check your mail: your question goes to ${name} as soon as you confirm.`,
    codeHint: (email: string) =>
      `Enter the code that we sent to ${email}, or open the link there. The code and the link work for 24 hours. Nothing there? Look in your spam folder.`,
    change: 'Change or send again',
    sending: 'Sending your question',
    gone: 'This question has already been sent, or it has expired after 24 hours',
    unsentTitle: 'Your question was not sent',
    unsentKept: 'You are logged in. This is what you wrote:',
    otherExpert: 'Find another expert',
    toRequests: 'Go to Requests',
  },
  nl: {
    question: 'Je vraag',
    questionPlaceholder: 'Waar heb je hulp bij nodig?',
    name: 'Je naam',
    email: 'E-\u2060mailadres',
    emailHint: 'Alleen voor de bevestiging en het antwoord. Een wachtwoord is niet nodig.',
    haveAccount: 'Heb je een account?',
    logIn: 'Log in',
    checkMail: (name) => `Kijk in je mail: je vraag gaat naar ${name} zodra je bevestigt.`,
    codeHint: (email) =>
      `Vul de code in die we naar ${email} hebben gestuurd, of open de link. De code en de link werken 24 uur. Niets ontvangen? Kijk in je spammap.`,
    change: 'Wijzigen of opnieuw sturen',
    sending: 'Je vraag wordt verstuurd',
    gone: 'Deze vraag is al verstuurd, of na 24 uur verlopen',
    unsentTitle: 'Je vraag is niet verstuurd',
    unsentKept: 'Je bent ingelogd. Dit schreef je:',
    otherExpert: 'Een andere expert zoeken',
    toRequests: 'Naar Verzoeken',
  },
})
