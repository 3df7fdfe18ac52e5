import { defineTexts } from '../../../platform/i18n/texts.ts'

export const appointmentCardTexts = defineTexts({
  en: {
    youProposed: 'You proposed an appointment',
    proposes: (name: string) => `${name} proposes an appointment`,
    withPerson: (name: string) => `Appointment with ${name}`,
    duration: (minutes: number) => formatDuration(minutes, ['minute', 'minutes'], ['hour', 'hours']),
    accept: 'Accept',
    acceptNamed: (when: string) => `Accept ${when}`,
    passed: 'Passed',
    waitingFor: (name: string) => `Waiting for ${name} to choose`,
    allPassed: 'These times have passed',
    chatClosed: 'This chat is closed, so no time can be chosen',
    over: 'This appointment has passed',
    withdraw: 'Withdraw',
    decline: 'None of these suit me',
    addToCalendar: 'Add to calendar',
    callLink: 'Call link:',
    addLink: 'Add a call link',
    changeLink: 'Change link',
    removeLink: 'Remove link',
    cancelAppointment: 'Cancel appointment',
    cancelTitle: (when: string) => `Cancel your appointment on ${when}?`,
    cancelText: (name: string) => `We’ll let ${name} know.`,
    keep: 'Keep appointment',
    youDeclined: 'You declined these times',
    declinedBy: (name: string) => `${name} declined these times`,
    youWithdrew: 'You withdrew this proposal',
    withdrawnBy: (name: string) => `${name} withdrew this proposal`,
    youCancelled: 'You cancelled this appointment',
    cancelledBy: (name: string) => `${name} cancelled this appointment`,
    ended: 'This appointment isn’t happening',
    chatLink: 'Your chat:',
  },
  nl: {
    youProposed: 'Je hebt een afspraak voorgesteld',
    proposes: (name: string) => `${name} stelt een afspraak voor`,
    withPerson: (name: string) => `Afspraak met ${name}`,
    duration: (minutes: number) => formatDuration(minutes, ['minuut', 'minuten'], ['uur', 'uur']),
    accept: 'Accepteren',
    acceptNamed: (when: string) => `${when} accepteren`,
    passed: 'Voorbij',
    waitingFor: (name: string) => `${name} moet nog kiezen`,
    allPassed: 'Deze tijden zijn voorbij',
    chatClosed: 'Deze chat is gesloten. Je kunt geen tijd meer kiezen.',
    over: 'Deze afspraak is geweest',
    withdraw: 'Intrekken',
    decline: 'Ik kan op geen van deze tijden',
    addToCalendar: 'In agenda zetten',
    callLink: 'Link voor het gesprek:',
    addLink: 'Link voor het gesprek toevoegen',
    changeLink: 'Link wijzigen',
    removeLink: 'Link verwijderen',
    cancelAppointment: 'Afspraak afzeggen',
    cancelTitle: (when: string) => `Afspraak van ${when} afzeggen?`,
    cancelText: (name: string) => `We laten het ${name} weten.`,
    keep: 'Afspraak houden',
    youDeclined: 'Je hebt deze tijden afgewezen',
    declinedBy: (name: string) => `${name} heeft deze tijden afgewezen`,
    youWithdrew: 'Je hebt dit voorstel ingetrokken',
    withdrawnBy: (name: string) => `${name} heeft dit voorstel ingetrokken`,
    youCancelled: 'Je hebt deze afspraak afgezegd',
    cancelledBy: (name: string) => `${name} heeft deze afspraak afgezegd`,
    ended: 'Deze afspraak gaat niet door',
    chatLink: 'Jullie chat:',
  },
})

type Forms = readonly [one: string, many: string]

function formatDuration(minutes: number, minuteForms: Forms, hourForms: Forms): string {
  const count = (value: number, [one, many]: Forms): string => `${value} ${value === 1 ? one : many}`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return count(rest, minuteForms)
  return rest === 0 ? count(hours, hourForms) : `${count(hours, hourForms)} ${count(rest, minuteForms)}`
}
