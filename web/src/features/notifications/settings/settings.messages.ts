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
    unconfirmedText: 'Confirm your email address to get notified. Until then, we only email you about security.',
    bounced: 'Your address refuses our emails',
    bouncedText:
      'The mail server of your address refuses our emails, so we’ve stopped sending them. Enter another address under Account Settings.',
    bouncedLink: 'Change email address',
    mailQuotes: 'Quote messages in emails',
    mailQuotesText: 'Emails then show what people write to you. Otherwise, only who wrote.',
    previews: 'Quote messages in push notifications',
    previewsText: 'They may show on a locked screen.',
    language: 'Emails and push notifications use the language you last chose at the top of the page.',
    quietTitle: 'Quiet hours',
    quiet: 'Send nothing at certain hours',
    quietText: 'You’ll get one summary when quiet hours end.',
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
    unconfirmedText: 'Bevestig je e-mailadres om bericht te krijgen. Tot dan mailen we je alleen over beveiliging.',
    bounced: 'Je adres weigert onze e-mails',
    bouncedText:
      'De mailserver van je adres weigert onze e-mails, dus versturen we er geen meer. Geef een ander adres op bij Accountinstellingen.',
    bouncedLink: 'E-mailadres wijzigen',
    mailQuotes: 'Berichten citeren in e-mails',
    mailQuotesText: 'In e-mails lees je dan wat mensen je schrijven. Anders alleen wie je schreef.',
    previews: 'Berichten citeren in pushmeldingen',
    previewsText: 'Ze zijn dan ook op een vergrendeld scherm te lezen.',
    language: 'E-mails en pushmeldingen komen in de taal die je het laatst hebt gekozen, boven aan de pagina.',
    quietTitle: 'Stille uren',
    quiet: 'Op bepaalde uren niets versturen',
    quietText: 'Na afloop krijg je alles in één keer.',
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
    requests: 'Someone wants to talk to me',
    answers: 'My question is accepted or rejected',
    chats: 'Someone closes our chat',
    payments: 'Payment requests and payments',
    selling: 'Stripe needs something from me',
  } satisfies Record<NotificationTopic, string>,
  nl: {
    messages: 'Berichten die ik niet gelezen heb',
    requests: 'Iemand wil met me praten',
    answers: 'Mijn vraag is geaccepteerd of afgewezen',
    chats: 'Iemand sluit onze chat',
    payments: 'Betaalverzoeken en betalingen',
    selling: 'Stripe heeft iets van mij nodig',
  },
})
