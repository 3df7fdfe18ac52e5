import type { RejectionReason } from '@kundig/contract/connection-requests/request-life-cycle'

import { defineTexts } from '../../platform/i18n/texts.ts'

export const mannersTexts = defineTexts({
  en: {
    rejectBecause: (reason: RejectionReason) =>
      ({
        no_time: 'Reject: no time just now',
        not_my_field: 'Reject: not my field',
        other: 'Reject: another reason',
      })[reason],
    /** What the one who asked reads of it. */
    because: (reason: RejectionReason, name: string) =>
      ({
        no_time: `${name} has no time just now`,
        not_my_field: `${name} says this is not their field`,
        other: `${name} could not say yes`,
      })[reason],
    withdrawn: 'Withdrawn',
    expired: 'Not answered',
    blocked: 'Ended',
    ranOut: (name: string) => `${name} has not answered within 14 days`,
    endsOn: (date: string) => `Waits for an answer until ${date}`,
    againAfterRejection: (name: string, date: string) =>
      `${name} could not say yes to your last question. You can ask again from ${date}.`,
    againLater: (name: string, date: string) =>
      `Your last question to ${name} ended a short while ago. You can ask again from ${date}.`,
    left: (left: string, of: string) => `${left} of ${of} questions left today`,
    noneToday: (date: string) => `You have sent all your questions of today. You can send the next one from ${date}.`,
    tooManyOpen: (most: string) =>
      `${most} of your questions wait for an answer. You can send another one once one of them is answered, or you withdraw one.`,
  },
  nl: {
    rejectBecause: (reason) =>
      ({
        no_time: 'Afwijzen: nu geen tijd',
        not_my_field: 'Afwijzen: niet mijn vakgebied',
        other: 'Afwijzen: een andere reden',
      })[reason],
    because: (reason, name) =>
      ({
        no_time: `${name} heeft nu geen tijd`,
        not_my_field: `${name} zegt dat dit buiten het eigen vakgebied valt`,
        other: `${name} kon geen ja zeggen`,
      })[reason],
    withdrawn: 'Ingetrokken',
    expired: 'Niet beantwoord',
    blocked: 'Beëindigd',
    ranOut: (name) => `${name} heeft niet binnen 14 dagen geantwoord`,
    endsOn: (date) => `Wacht op antwoord tot ${date}`,
    againAfterRejection: (name, date) =>
      `${name} kon geen ja zeggen op je vorige vraag. Vanaf ${date} kun je het opnieuw vragen.`,
    againLater: (name, date) =>
      `Je vorige vraag aan ${name} is kort geleden geëindigd. Vanaf ${date} kun je het opnieuw vragen.`,
    left: (left, of) => `Nog ${left} van ${of} vragen vandaag`,
    noneToday: (date) => `Je hebt al je vragen van vandaag verstuurd. Vanaf ${date} kun je het volgende versturen.`,
    tooManyOpen: (most) =>
      `Er wachten ${most} vragen van je op antwoord. Je kunt er weer een sturen als er een is beantwoord, of als je er een intrekt.`,
  },
})
