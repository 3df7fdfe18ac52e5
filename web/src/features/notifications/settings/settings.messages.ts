import type { NotificationTopic } from '@kundig/contract/notifications/notification-kinds'

import { defineTexts } from '../../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../../platform/site.ts'

/** The page on which people choose what they are sent. */
export const settingsTexts = defineTexts({
  en: {
    lead: `Choose what reaches you when you are not looking at ${SITE_NAME}. The bell lists questions, answers and payments, and Chats counts new messages, whatever you choose here.`,
    loading: 'Loading your settings',
    failed: 'Your settings could not be loaded',
    retry: 'Try again',
    saveFailed: 'That could not be saved.',
    whatTitle: 'What you are sent',
    what: 'What',
    mail: 'Email',
    push: 'Push',
    security: 'Emails about the security of your account are always sent.',
    pushOff: 'This site sends no push notifications.',
    unconfirmed: 'No emails yet',
    unconfirmedText:
      'Nobody has confirmed your email address, so only emails about the security of your account go there.',
    bounced: 'Your address refuses our emails',
    bouncedText:
      'The mail server of your address has refused our emails for good, so none are sent any more. Give another address under Account Settings.',
    bouncedLink: 'Change email address',
    mailQuotes: 'Quote messages in emails',
    mailQuotesText:
      'Emails show the messages, questions and reasons that people write to you. Otherwise only who wrote.',
    previews: 'Quote messages in push notifications',
    previewsText: 'They may show on a locked screen.',
    language: 'Emails and push notifications come in the language that you chose last, at the top of the page.',
    quietTitle: 'Quiet hours',
    quiet: 'Send nothing at certain hours',
    quietText: 'What comes meanwhile waits, and reaches you together at their end.',
    from: 'From',
    until: 'Until',
    timeZone: 'Time zone',
    timeZoneChoose: 'Choose a time zone',
  },
  nl: {
    lead: `Kies wat je bereikt als je niet naar ${SITE_NAME} kijkt. De bel toont vragen, antwoorden en betalingen, en bij Chats staan nieuwe berichten, wat je hier ook kiest.`,
    loading: 'Je instellingen laden',
    failed: 'Je instellingen konden niet worden geladen',
    retry: 'Probeer opnieuw',
    saveFailed: 'Opslaan is niet gelukt.',
    whatTitle: 'Wat je ontvangt',
    what: 'Wat',
    mail: 'E-mail',
    push: 'Pushmelding',
    security: 'E-mails over de veiligheid van je account worden altijd verstuurd.',
    pushOff: 'Deze site verstuurt geen pushmeldingen.',
    unconfirmed: 'Nog geen e-mails',
    unconfirmedText:
      'Niemand heeft je e-mailadres bevestigd, dus gaan er alleen e-mails over de veiligheid van je account naartoe.',
    bounced: 'Je adres weigert onze e-mails',
    bouncedText:
      'De mailserver van je adres heeft onze e-mails voorgoed geweigerd, dus versturen we er geen meer. Geef een ander adres op bij Accountinstellingen.',
    bouncedLink: 'E-mailadres wijzigen',
    mailQuotes: 'Berichten citeren in e-mails',
    mailQuotesText:
      'In e-mails lees je de berichten, vragen en redenen die mensen je schrijven. Anders alleen wie je schreef.',
    previews: 'Berichten citeren in pushmeldingen',
    previewsText: 'Ze zijn dan ook op een vergrendeld scherm te lezen.',
    language: 'E-mails en pushmeldingen komen in de taal die je het laatst hebt gekozen, boven aan de pagina.',
    quietTitle: 'Stille uren',
    quiet: 'Op bepaalde uren niets versturen',
    quietText: 'Wat intussen komt, wacht en bereikt je aan het einde in één keer.',
    from: 'Van',
    until: 'Tot',
    timeZone: 'Tijdzone',
    timeZoneChoose: 'Kies een tijdzone',
  },
})

/** What each switch is about. */
export const topicTexts = defineTexts({
  en: {
    messages: 'Messages I have not read',
    requests: 'Somebody wants to talk to me',
    answers: 'My question is accepted or rejected',
    chats: 'Someone closes our chat',
    payments: 'I am asked for money, or paid',
    selling: 'Stripe needs something from me',
  } satisfies Record<NotificationTopic, string>,
  nl: {
    messages: 'Berichten die ik niet gelezen heb',
    requests: 'Iemand wil met me praten',
    answers: 'Mijn vraag is geaccepteerd of afgewezen',
    chats: 'Iemand sluit onze chat',
    payments: 'Mij wordt om geld gevraagd, of ik word betaald',
    selling: 'Stripe heeft iets van mij nodig',
  },
})
