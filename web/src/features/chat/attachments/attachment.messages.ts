import { defineTexts } from '../../../platform/i18n/texts.ts'
import type { FileKind } from '../../../platform/uploads/file-kind.ts'

const KINDS: Record<'en' | 'nl', Record<FileKind, string>> = {
  en: {
    jpeg: 'a JPEG',
    png: 'a PNG',
    gif: 'a GIF',
    pdf: 'a PDF',
    doc: 'a DOC',
    docx: 'a DOCX',
    xlsx: 'an XLSX',
    pptx: 'a PPTX',
    odt: 'an ODT',
    txt: 'a text',
    csv: 'a CSV',
    webp: 'a WebP image',
    avif: 'an AVIF image',
    heic: 'an iPhone photo (HEIC)',
    video: 'a video',
    zip: 'a ZIP file',
  },
  nl: {
    jpeg: 'JPEG',
    png: 'PNG',
    gif: 'GIF',
    pdf: 'PDF',
    doc: 'DOC',
    docx: 'DOCX',
    xlsx: 'XLSX',
    pptx: 'PPTX',
    odt: 'ODT',
    txt: 'tekst',
    csv: 'CSV',
    webp: 'WebP-afbeelding',
    avif: 'AVIF-afbeelding',
    heic: 'iPhone-foto (HEIC)',
    video: 'video',
    zip: 'ZIP-bestand',
  },
}

export const attachmentTexts = defineTexts({
  en: {
    add: 'Add files',
    addHint: 'Add files: pictures, PDF, Word, Excel, PowerPoint or text, up to 5 MB each; photos up to 30 MB',
    dropHere: 'Drop your files here',
    dropHint: 'Pictures, PDF, Word, Excel, PowerPoint or text, up to 5 MB each; photos up to 30 MB',
    whatIsFine:
      'You can send pictures (JPEG, PNG, GIF, WebP), PDF, DOC, DOCX, XLSX, PPTX, ODT, TXT or CSV, up to 5 MB; photos up to 30 MB.',
    onTheirWay: 'Sending files',
    waiting: 'Waiting',
    held: (max: number, seconds: number) => `${max} files a minute. The rest follows in ${seconds} s.`,
    preparing: 'Preparing',
    asking: 'This animation will be made smaller, and may become a still picture.',
    agree: 'Send',
    agreeTo: (name: string) => `Send ${name}`,
    sending: (percent: number) => `${percent}%`,
    finishing: 'Almost done',
    mismatch: (claimed: FileKind, found: FileKind | null) =>
      found
        ? `This is not ${KINDS.en[claimed]} (it looks like ${KINDS.en[found]}).`
        : `This is not ${KINDS.en[claimed]}.`,
    cancelled: 'Cancelled',
    cancel: (name: string) => `Cancel ${name}`,
    remove: (name: string) => `Remove ${name}`,
    retry: 'Try again',
    retryOf: (name: string) => `Try again: ${name}`,
    keepOpen: 'Keep this page open until your files are sent. Reloading or closing it cancels them.',
    sent: (names: string) => `Sent: ${names}`,
  },
  nl: {
    add: 'Bestanden toevoegen',
    addHint:
      'Bestanden toevoegen: afbeeldingen, PDF, Word, Excel, PowerPoint of tekst, elk maximaal 5 MB; foto’s tot 30 MB',
    dropHere: 'Laat je bestanden hier los',
    dropHint: 'Afbeeldingen, PDF, Word, Excel, PowerPoint of tekst, elk maximaal 5 MB; foto’s tot 30 MB',
    whatIsFine:
      'Je kunt afbeeldingen (JPEG, PNG, GIF, WebP), PDF, DOC, DOCX, XLSX, PPTX, ODT, TXT of CSV sturen, tot 5 MB; foto’s tot 30 MB.',
    onTheirWay: 'Bestanden onderweg',
    waiting: 'In de wachtrij',
    held: (max, seconds) => `${max} bestanden per minuut. De rest volgt over ${seconds} s.`,
    preparing: 'Voorbereiden',
    asking: 'Deze animatie wordt kleiner gemaakt en kan een stilstaand beeld worden.',
    agree: 'Verstuur',
    agreeTo: (name) => `${name} versturen`,
    sending: (percent) => `${percent}%`,
    finishing: 'Bijna klaar',
    mismatch: (claimed, found) =>
      found
        ? `Dit is geen ${KINDS.nl[claimed]} (het lijkt een ${KINDS.nl[found]} te zijn).`
        : `Dit is geen ${KINDS.nl[claimed]}.`,
    cancelled: 'Geannuleerd',
    cancel: (name) => `${name} annuleren`,
    remove: (name) => `${name} verwijderen`,
    retry: 'Probeer opnieuw',
    retryOf: (name) => `Probeer opnieuw: ${name}`,
    keepOpen: 'Houd deze pagina open tot je bestanden zijn verstuurd. Als je de pagina herlaadt of sluit, zijn ze weg.',
    sent: (names) => `Verstuurd: ${names}`,
  },
})
