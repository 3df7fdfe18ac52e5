import { defineTexts } from '../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../platform/site.ts'

/** What somebody who is suspended or banned sees instead of the site. */
export const restrictedAccountTexts = defineTexts({
  en: {
    suspended: 'Your account is suspended',
    suspendedUntil: (when: string) =>
      `You can use ${SITE_NAME} again from ${when}. Until then you are not found, and nobody can pay you.`,
    banned: `You can no longer use ${SITE_NAME}`,
    bannedText:
      'You are not found any more, and payment requests that waited were cancelled. What was paid stays paid.',
    why: 'Below you read why. If something is not right, object: somebody looks at it again.',
    logOut: 'Log out',
  },
  nl: {
    suspended: 'Je account is geschorst',
    suspendedUntil: (when) =>
      `Vanaf ${when} kun je ${SITE_NAME} weer gebruiken. Tot dan word je niet gevonden en kan niemand je betalen.`,
    banned: `Je kunt ${SITE_NAME} niet meer gebruiken`,
    bannedText:
      'Je wordt niet meer gevonden, en openstaande betaalverzoeken zijn geannuleerd. Wat betaald is, blijft betaald.',
    why: 'Hieronder lees je waarom. Klopt er iets niet, maak dan bezwaar: iemand kijkt er opnieuw naar.',
    logOut: 'Uitloggen',
  },
})
