import type { Branding } from '@kundig/contract/site/branding'

import { fillHtml, type FillIn, fillText } from '../settings/site-marks.ts'

/** Fills the site's name and colours into each form of a mail. One that has them already stays unchanged. */
export const named = <Mail extends { subject: string; text: string; html: string }>(
  mail: Mail,
  face: FillIn,
): Mail => ({
  ...mail,
  subject: fillText(mail.subject, face),
  text: fillText(mail.text, face),
  html: fillHtml(mail.html, face),
})

/** Sender of a mail. */
export interface Sender {
  name: string
  address: string
}

/**
 * Returns the sender of mails, with the name that an owner set, or else that of the setting, or else the site's.
 * @param setting such as `Example <no-reply@mail.example>`, or an address alone
 */
export function toSender(setting: string, face: Pick<Branding, 'name' | 'sender_name'>): Sender {
  const [, own = '', address = setting] = /^(.*?)\s*<([^>]+)>$/u.exec(setting.trim()) ?? []
  return { name: face.sender_name || own.replace(/^"(.*)"$/u, '$1') || face.name, address }
}
