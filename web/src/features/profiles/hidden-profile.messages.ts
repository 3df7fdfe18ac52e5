import { defineTexts } from '../../platform/i18n/texts.ts'

export const hiddenProfileTexts = defineTexts({
  en: {
    title: 'A moderator has hidden your profile',
    text: 'Nobody else sees it, and you cannot send or get questions. Your chats go on. You have been told why, and how to object.',
  },
  nl: {
    title: 'Een moderator heeft je profiel verborgen',
    text: 'Niemand anders ziet het, en je kunt geen vragen versturen of krijgen. Je chats gaan door. Je hebt bericht gekregen waarom, en hoe je bezwaar maakt.',
  },
})
