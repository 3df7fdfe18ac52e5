import { defineTexts } from '../../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../../platform/site.ts'

export const pushTexts = defineTexts({
  en: {
    title: 'On this device',
    lead: `Get messages, questions and payments as notifications on this device, even when ${SITE_NAME} is closed.`,
    later: 'Not now',
    close: 'Close',
    turnOn: 'Turn on notifications',
    turnOff: 'Turn off notifications',
    on: 'Notifications are on for this device, until you log out here.',
    turnedOn: 'Notifications are on for this device',
    turnedOff: 'Notifications are off for this device',
    notAllowed: 'Your browser didn’t allow notifications. Nothing has changed.',
    failed: 'This browser’s push service could not be reached. Please try again.',
    denied: 'You have blocked notifications of this site',
    deniedText:
      'To undo that, open this site’s settings (the icon next to the address), allow notifications, and reload this page.',
    unsupported: 'This browser can’t show notifications from websites.',
    install: `Put ${SITE_NAME} on your home screen first`,
    installText: `On an iPhone or iPad, only apps on the home screen may notify you: tap Share, then “Add to Home Screen”, open ${SITE_NAME} from there, and come back to this page.`,
    unavailable: 'This site sends no push notifications.',
  },
  nl: {
    title: 'Op dit apparaat',
    lead: `Krijg meldingen van berichten, vragen en betalingen op dit apparaat, ook als ${SITE_NAME} dicht is.`,
    later: 'Niet nu',
    close: 'Sluiten',
    turnOn: 'Meldingen aanzetten',
    turnOff: 'Meldingen uitzetten',
    on: 'Meldingen staan aan op dit apparaat, tot je hier uitlogt.',
    turnedOn: 'Meldingen staan aan op dit apparaat',
    turnedOff: 'Meldingen staan uit op dit apparaat',
    notAllowed: 'Je browser stond geen meldingen toe. Er is niets veranderd.',
    failed: 'De pushdienst van deze browser is niet bereikbaar. Probeer het opnieuw.',
    denied: 'Je hebt meldingen van deze site geblokkeerd',
    deniedText:
      'Wil je dat ongedaan maken, open dan de instellingen van deze site (het pictogram naast het adres), sta meldingen toe en laad deze pagina opnieuw.',
    unsupported: 'Deze browser toont geen meldingen van websites.',
    install: `Zet ${SITE_NAME} eerst op je beginscherm`,
    installText: `Op een iPhone of iPad kunnen alleen apps op het beginscherm meldingen sturen: tik op Deel, dan op ‘Zet op beginscherm’, open ${SITE_NAME} vanaf daar en kom terug naar deze pagina.`,
    unavailable: 'Deze site verstuurt geen pushmeldingen.',
  },
})
