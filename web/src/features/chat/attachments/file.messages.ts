import { defineTexts } from '../../../platform/i18n/texts.ts'

export const fileTexts = defineTexts({
  en: {
    shared: 'Shared a file',
    open: 'Open image',
    download: 'Download',
    text: 'Text',
    file: 'File',
    sentBy: (name: string, when: string) => `${name}, ${when}`,
    place: (number: number, count: number) => `${number} of ${count}`,
    previous: 'Previous image',
    next: 'Next image',
    close: 'Close',
    loading: 'Loading the image',
    failed: 'The image could not be loaded',
    retry: 'Try again',
  },
  nl: {
    shared: 'Deelde een bestand',
    open: 'Afbeelding openen',
    download: 'Downloaden',
    text: 'Tekst',
    file: 'Bestand',
    sentBy: (name, when) => `${name}, ${when}`,
    place: (number, count) => `${number} van ${count}`,
    previous: 'Vorige afbeelding',
    next: 'Volgende afbeelding',
    close: 'Sluiten',
    loading: 'Afbeelding laden',
    failed: 'De afbeelding kon niet worden geladen',
    retry: 'Probeer opnieuw',
  },
})
