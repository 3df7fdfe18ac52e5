import { defineTexts } from '../../../platform/i18n/texts.ts'

export const ownDataTexts = defineTexts({
  en: {
    title: 'Your data',
    lead: 'One file (JSON) with everything we store about you: your account and profile, questions, chats, payments, settings and reports.',
    download: 'Download my data',
    downloaded: 'Your data has been downloaded',
  },
  nl: {
    title: 'Je gegevens',
    lead: 'Eén bestand (JSON) met alles wat we van je bewaren: je account en profiel, vragen, chats, betalingen, instellingen en meldingen.',
    download: 'Mijn gegevens downloaden',
    downloaded: 'Je gegevens zijn gedownload',
  },
})
