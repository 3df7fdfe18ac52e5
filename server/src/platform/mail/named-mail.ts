import type { Branding } from '@kundig/contract/site/branding'

import { fillHtml, type FillIn, fillText } from '../settings/site-marks.ts'

/** Fills in the site's name and colours. A mail without placeholders stays unchanged. */
export const fillInBranding = <Mail extends { subject: string; text: string; html: string }>(
  mail: Mail,
  face: FillIn,
): Mail => ({
  ...mail,
  subject: fillText(mail.subject, face),
  text: fillText(mail.text, face),
  html: fillHtml(mail.html, face),
})

export interface Sender {
  name: string
  address: string
}

/** Names the sender by the owner's choice, else the setting (`Example <no-reply@mail.example>`) or the site's name. */
export function toSender(setting: string, face: Pick<Branding, 'name' | 'sender_name'>): Sender {
  const [, own = '', address = setting] = /^(.*?)\s*<([^>]+)>$/u.exec(setting.trim()) ?? []
  return { name: face.sender_name || own.replace(/^"(.*)"$/u, '$1') || face.name, address }
}
