import { defineTexts } from '../../../platform/i18n/texts.ts'

export const ownDataTexts = defineTexts({
  en: {
    title: 'Your data',
    lead: 'One file (JSON) with everything that we keep of you: your account and profile, questions, chats, payments, settings and reports. You can have it five times a day.',
    download: 'Download my data',
    downloaded: 'Your data has been downloaded',
  },
  nl: {
    title: 'Je gegevens',
    lead: 'Eén bestand (JSON) met alles wat we van je bewaren: je account en profiel, vragen, chats, betalingen, instellingen en meldingen. Je kunt het vijf keer per dag krijgen.',
    download: 'Mijn gegevens downloaden',
    downloaded: 'Je gegevens zijn gedownload',
  },
})
