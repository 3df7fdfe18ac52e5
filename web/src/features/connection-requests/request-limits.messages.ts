import type { RejectionReason } from '@kundig/contract/connection-requests/request-life-cycle'

import { defineTexts } from '../../platform/i18n/texts.ts'

export const requestLimitTexts = defineTexts({
  en: {
    rejectBecause: (reason: RejectionReason) =>
      ({
        no_time: 'Reject: no time right now',
        not_my_field: 'Reject: not my field',
        other: 'Reject: another reason',
      })[reason],
    /** Reason of a rejection, in words for the sender. */
    because: (reason: RejectionReason, name: string) =>
      ({
        no_time: `${name} has no time right now`,
        not_my_field: `${name} says this is not their field`,
        other: `${name} had another reason`,
      })[reason],
    withdrawn: 'Withdrawn',
    expired: 'Not answered',
    blocked: 'Ended',
    ranOut: (name: string) => `${name} didn’t answer within 14 days`,
    endsOn: (date: string) => `Open until ${date}`,
    againAfterRejection: (name: string, date: string) =>
      `${name} rejected your last question. You can ask again from ${date}.`,
    againLater: (name: string, date: string) =>
      `Your last question to ${name} ended recently. You can ask again from ${date}.`,
    left: (left: string, of: string) => `${left} of ${of} questions left today`,
    noneToday: (date: string) => `You’ve reached today’s limit. You can send your next question from ${date}.`,
    tooManyOpen: (most: string) =>
      `${most} of your questions are waiting for an answer. You can send another question once someone answers, or if you withdraw a question.`,
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
        not_my_field: `Niet mijn vakgebied, zegt ${name}`,
        other: `${name} had een andere reden`,
      })[reason],
    withdrawn: 'Ingetrokken',
    expired: 'Niet beantwoord',
    blocked: 'Beëindigd',
    ranOut: (name) => `${name} heeft niet binnen 14 dagen geantwoord`,
    endsOn: (date) => `Staat open tot ${date}`,
    againAfterRejection: (name, date) =>
      `${name} heeft je vorige vraag afgewezen. Vanaf ${date} kun je het opnieuw vragen.`,
    againLater: (name, date) =>
      `Je vorige vraag aan ${name} is pas geleden geëindigd. Vanaf ${date} kun je het opnieuw vragen.`,
    left: (left, of) => `Vandaag kun je nog ${left} van de ${of} vragen sturen`,
    noneToday: (date) => `Je hebt je limiet voor vandaag bereikt. Vanaf ${date} kun je weer een vraag sturen.`,
    tooManyOpen: (most) =>
      `Er wachten ${most} vragen van je op antwoord. Je kunt weer een vraag sturen als iemand antwoordt, of als je een vraag intrekt.`,
  },
})
