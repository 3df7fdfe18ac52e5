import { defineTexts } from '../../../platform/i18n/texts.ts'

export const notificationsTexts = defineTexts({
  en: {
    title: 'Notifications',
    unread: 'Unread:',
    markAllRead: 'Mark all as read',
    allRead: 'All notifications are read',
    settings: 'Notification settings',
    moreFailed: 'More notifications could not be loaded.',
    loading: 'Loading notifications',
    failed: 'Your notifications could not be loaded',
    retry: 'Try again',
    none: 'Nothing yet',
    noneText: 'Questions, answers and payments show up here.',
    unknown: 'Something changed. Open the page again to see it.',
    markFailed: 'That could not be marked as read.',
  },
  nl: {
    title: 'Meldingen',
    unread: 'Ongelezen:',
    markAllRead: 'Alles als gelezen markeren',
    allRead: 'Alle meldingen zijn gelezen',
    settings: 'Instellingen voor meldingen',
    moreFailed: 'Meer meldingen konden niet worden geladen.',
    loading: 'Meldingen laden',
    failed: 'Je meldingen konden niet worden geladen',
    retry: 'Probeer opnieuw',
    none: 'Nog niets',
    noneText: 'Vragen, antwoorden en betalingen verschijnen hier.',
    unknown: 'Er is iets veranderd. Open de pagina opnieuw om het te zien.',
    markFailed: 'Als gelezen markeren is niet gelukt.',
  },
})
