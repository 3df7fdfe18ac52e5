import type { Language } from '@kundig/contract/languages'

import { type Markup, markup } from '../http/pages/markup.ts'
import { SITE_ACCENT, SITE_NAME, SITE_PRIMARY } from '../settings/site-marks.ts'

export interface MailItem {
  /** Undefined when heading and intro are sufficient. */
  text?: string
  quotes?: readonly string[]
}

export interface MailContent {
  /** Text that mail programs show after the subject in a list. */
  preview: string
  heading: string
  intro: string
  items?: readonly MailItem[]
  button: { label: string; url: string }
  notes: readonly string[]
  footer: string
  /** Amounts, names and codes that automatic translation must not change. */
  fixed?: readonly string[]
  links?: readonly { label: string; url: string }[]
}

export const AUTOMATED_FOOTER: Record<Language, string> = {
  en: `This is an automated email from ${SITE_NAME}. Replies aren’t read.`,
  nl: `Dit is een automatische mail van ${SITE_NAME}. Antwoorden worden niet gelezen.`,
}

/** Sentence before the button's address, for readers who cannot use the button. */
const ADDRESS_LEAD: Record<Language, string> = {
  en: 'Is the button not working? Copy this address into your browser:',
  nl: 'Werkt de knop niet? Kopieer dan dit adres naar je browser:',
}

export function renderMailText({ heading, intro, items = [], button, notes, footer, links = [] }: MailContent): string {
  // Each line of a quote is marked, so that a quote cannot imitate the site's own text.
  const listed = items.flatMap(({ text, quotes = [] }) => [
    ...(text === undefined ? [] : [`- ${text}`]),
    ...quotes.map((quote) => quote.replaceAll(/^/gmu, '  > ')),
  ])
  const below = [footer, ...links.map(({ label, url }) => `${label}:\n${url}`)].join('\n')
  return [
    heading,
    intro,
    ...(listed.length > 0 ? [listed.join('\n')] : []),
    `${button.label}:\n${button.url}`,
    ...notes,
    `--\n${below}`,
  ]
    .join('\n\n')
    .concat('\n')
}

const FONT = markup`font-family:'Segoe UI',Helvetica,Arial,sans-serif`

/** Style sheet for dark mode. Mail programs without dark mode use the light colours in attributes. */
const DARK = markup`
@media (prefers-color-scheme: dark) {
  .page { background: #1a1017 !important; }
  .card { background: #23171f !important; border-color: #3f3039 !important; }
  .ink { color: #f6f1e9 !important; }
  .ink-2 { color: #c9bcb6 !important; }
  .line { border-color: #3f3039 !important; }
  .button { background: ${SITE_ACCENT} !important; }
  .button a { color: #2e1728 !important; }
  .link { color: ${SITE_ACCENT} !important; }
}
@media (max-width: 620px) {
  .pad { padding-left: 24px !important; padding-right: 24px !important; }
}
`

function markUntranslatableWords(text: string, fixed: readonly string[]): Markup[] {
  const [first, ...others] = fixed.filter((part) => part !== '').toSorted((one, other) => other.length - one.length)
  if (first === undefined) return [markup`${text}`]
  const whole = new RegExp(
    `(?<![\\p{L}\\p{N}])${first.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)}(?![\\p{L}\\p{N}])`,
    'u',
  )
  return text
    .split(whole)
    .flatMap((part, at) => [
      ...(at === 0 ? [] : [markup`<span translate="no">${first}</span>`]),
      ...markUntranslatableWords(part, others),
    ])
}

/** Renders a mail for every mail program: tables, inline styles, no images and no external resources. */
export function renderMailHtml(language: Language, content: MailContent): string {
  const { preview, heading, intro, items = [], button, notes, footer, links = [], fixed = [] } = content
  const marked = (text: string): Markup[] => markUntranslatableWords(text, fixed)
  const paragraph = (text: string, size: '15px' | '16px', tone: 'ink' | 'ink-2', colour: string): Markup =>
    markup`<p class="${tone}" style="margin:0 0 16px;${FONT};font-size:${size};line-height:1.55;color:${colour};word-break:break-word;overflow-wrap:anywhere">${marked(text)}</p>`
  const item = ({ text, quotes = [] }: MailItem): Markup =>
    markup`<p class="line ink" style="margin:0 0 12px;padding:0 0 0 14px;border-left:3px solid #e1d8cf;${FONT};font-size:16px;line-height:1.5;color:#2e1728;word-break:break-word;overflow-wrap:anywhere">${text === undefined ? '' : marked(text)}${quotes.map(
      (quote) =>
        markup`<span class="ink-2" dir="auto" style="display:block;margin:4px 0;color:#5f4958;white-space:pre-line">${quote}</span>`,
    )}</p>`
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbf8f2;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#fbf8f2">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#fffefb;border:1px solid #e1d8cf;border-radius:14px;border-collapse:separate;overflow:hidden">
<tr><td class="pad" bgcolor="${SITE_PRIMARY}" style="padding:22px 40px;background:${SITE_PRIMARY};border-bottom:6px solid ${SITE_ACCENT}">
<span translate="no" style="${FONT};font-size:24px;font-weight:700;letter-spacing:-0.3px;color:#fefbf5">${SITE_NAME}</span>
</td></tr>
<tr><td class="pad" style="padding:36px 40px 20px">
<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:26px;line-height:1.25;font-weight:700;color:#2e1728">${marked(heading)}</h1>
${paragraph(intro, '16px', 'ink', '#2e1728')}
${items.map(item)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 28px">
<tr><td class="button" align="center" bgcolor="${SITE_PRIMARY}" style="background:${SITE_PRIMARY};border-radius:10px">
<a href="${button.url}" style="display:inline-block;padding:14px 26px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:#fefbf5;text-align:center;text-decoration:none">${button.label}</a>
</td></tr>
</table>
${notes.map((note) => paragraph(note, '15px', 'ink-2', '#5f4958'))}
</td></tr>
<tr><td class="pad line" style="padding:20px 40px 28px;border-top:1px solid #e1d8cf">
<p class="ink-2" style="margin:0 0 6px;${FONT};font-size:13px;line-height:1.5;color:#5f4958">${ADDRESS_LEAD[language]}</p>
<p style="margin:0;${FONT};font-size:13px;line-height:1.5;word-break:break-all"><a class="link" translate="no" href="${button.url}" style="color:${SITE_PRIMARY}">${button.url}</a></p>
</td></tr>
</table>
<p class="ink-2" style="max-width:560px;margin:20px auto 0;${FONT};font-size:13px;line-height:1.5;color:#5f4958">${footer}</p>
${links.map(
  ({ label, url }) =>
    markup`<p style="max-width:560px;margin:6px auto 0;${FONT};font-size:13px;line-height:1.5"><a class="link" href="${url}" style="color:${SITE_PRIMARY}">${marked(label)}</a></p>`,
)}
</td></tr>
</table>
</body>
</html>
`.toString()
}
