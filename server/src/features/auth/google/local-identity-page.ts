import type { Language } from '@kundig/contract/languages'

import { type Markup, markup } from '../../../platform/http/pages/markup.ts'
import { SITE_NAME } from '../../../platform/settings/site-marks.ts'
import { PRETEND_ACCOUNTS } from './local-identity-accounts.ts'

const TEXTS = {
  en: {
    title: 'Choose an account',
    lead: `This page stands in for Google while you try ${SITE_NAME} out. Nothing is sent to Google.`,
    cancel: 'Cancel',
    over: 'This sign-in is over',
    overLead: 'Close this window and try again.',
  },
  nl: {
    title: 'Kies een account',
    lead: `Deze pagina vervangt Google terwijl je ${SITE_NAME} uitprobeert. Er gaat niets naar Google.`,
    cancel: 'Annuleren',
    over: 'Deze aanmelding is voorbij',
    overLead: 'Sluit dit venster en probeer het opnieuw.',
  },
} as const satisfies Record<Language, Record<string, string>>

/** Uses links, because browsers also apply a page's form-action rule to the redirects after a form. */
export function renderChooserPage(toAddress: (choice: string) => string, language: Language): string {
  const texts = TEXTS[language]
  const accounts = PRETEND_ACCOUNTS.map(
    ({ id, name, email, hint }) => markup`<li><a class="account" href="${toAddress(id)}">
      <span class="initial" aria-hidden="true">${name.charAt(0)}</span>
      <span><strong>${name}</strong><span>${email}</span><small>${hint[language]}</small></span>
    </a></li>`,
  )
  return renderPage(
    language,
    texts.title,
    markup`<p>${texts.lead}</p><ul>${accounts}</ul><a class="cancel" href="${toAddress('cancel')}">${texts.cancel}</a>`,
  )
}

export function renderExpiredPage(language: Language): string {
  return renderPage(language, TEXTS[language].over, markup`<p>${TEXTS[language].overLead}</p>`)
}

function renderPage(language: Language, title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>`.toString()
}

const STYLE = markup`
:root { --bg: #fbf8f2; --surface: #fffefb; --ink: #2e1728; --ink-2: #5f4958; --line: #e1d8cf; --hover: #f4eee6; --link: #7d295d; --dot: #65204b }
@media (prefers-color-scheme: dark) {
  :root { --bg: #1a1017; --surface: #23171f; --ink: #f6f1e9; --ink-2: #c9bcb6; --line: #3f3039; --hover: #2d1f28; --link: #f8d06b; --dot: #8c2f64 }
}
* { box-sizing: border-box; margin: 0; padding: 0 }
body { display: grid; place-content: center; grid-template-columns: minmax(0, 27rem); min-height: 100dvh; padding: 1.25rem; background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 27rem; padding: 1.75rem 1.5rem 1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--surface) }
h1 { font-size: 1.6rem; line-height: 1.2 }
p { margin-top: .6rem; color: var(--ink-2) }
ul { list-style: none; margin: 1.5rem 0 1rem; border: 1px solid var(--line); border-radius: 10px; overflow: clip }
li + li { border-top: 1px solid var(--line) }
a { color: var(--link) }
a:focus-visible { outline: 3px solid var(--link); outline-offset: -3px; border-radius: 4px }
.account { display: flex; gap: .9rem; align-items: center; padding: .8rem 1rem; color: inherit; text-decoration: none }
.account:hover { background: var(--hover) }
.account span span, .account small { display: block; color: var(--ink-2); overflow-wrap: anywhere }
.account small { font-size: .85rem }
.initial { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--dot); color: #fff; font-weight: 600 }
.cancel:focus-visible { outline-offset: 3px }
.cancel { display: inline-grid; align-items: center; min-height: 44px }
`
