import { defineTexts } from '../../../platform/i18n/texts.ts'

export const callLinkTexts = defineTexts({
  en: {
    title: 'Call link',
    label: 'Link to your call',
    hint: 'For example Zoom or Jitsi. You both see this link.',
    save: 'Save',
    cancel: 'Cancel',
    close: 'Close',
  },
  nl: {
    title: 'Link voor het gesprek',
    label: 'Link naar je gesprek',
    hint: 'Bijvoorbeeld Zoom of Jitsi. Jullie zien deze link allebei.',
    save: 'Opslaan',
    cancel: 'Annuleren',
    close: 'Sluiten',
  },
})
