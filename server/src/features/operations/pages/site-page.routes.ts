import { isLanguage, type Language, LANGUAGES } from '@kundig/contract/languages'
import { SITE_PAGE_TITLES, SITE_PAGES, type SitePage, toSitePagePath } from '@kundig/contract/operations/site-pages'
import type { Branding } from '@kundig/contract/site/branding'

import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Markup, markup } from '../../../platform/http/pages/markup.ts'
import type { Pages, SiteMarkup } from '../../../platform/http/pages/pages.ts'
import { readQueryLanguage, readPreferences } from '../../../platform/http/pages/preferences.ts'
import type { Identify } from '../../../viewer.ts'
import type { ShownPage, SitePagesService } from './site-pages.service.ts'

const FORM = 'application/x-www-form-urlencoded'
/** Maximum size of the terms form (bytes). The form contains only the version of the terms. */
const FORM_MAX = 200

const TEXTS = {
  en: {
    draft: 'Draft',
    draftNote:
      'This page has not been published yet. It says how the site works. Missing parts are marked “…” and will follow. You need not accept anything yet.',
    version: (version: number) => `Version ${version}`,
    home: (name: string) => `${name}, to the home page`,
    pages: 'About this site',
    languages: 'Language',
    register: (number: string) => `Trade register ${number}`,
    vat: (number: string) => `VAT ${number}`,
  },
  nl: {
    draft: 'Concept',
    draftNote:
      'Deze pagina is nog niet gepubliceerd. Je leest hier hoe de site werkt. Waar “…” staat, volgt de tekst nog. Je hoeft nog niets te accepteren.',
    version: (version: number) => `Versie ${version}`,
    home: (name: string) => `${name}, naar de startpagina`,
    pages: 'Over deze site',
    languages: 'Taal',
    register: (number: string) => `Handelsregister ${number}`,
    vat: (number: string) => `Btw ${number}`,
  },
} as const satisfies Record<Language, object>

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', nl: 'Nederlands' }

/** Language of addresses that name no language, for clients that request none, such as crawlers. */
const UNNAMED: Language = 'en'

export interface SitePageRoutes {
  pages: Pages
  base: string
  sitePages: SitePagesService
  identify: Identify
  readBranding: () => Branding
  readSite: () => SiteMarkup
}

/** Serves HTML without scripts, equal for all readers of a language. Also accepts the terms form. */
export async function serveSitePages(server: HttpServer, options: SitePageRoutes): Promise<void> {
  const { pages, base, sitePages, identify, readBranding, readSite } = options
  for (const page of SITE_PAGES) {
    server.get(`/${page}`, (request, reply) => {
      const preferred = readPreferences(request)
      const { darkMode } = preferred
      // The link's language overrides the stored choice, which this page cannot change.
      const language = readQueryLanguage(request) ?? preferred.language
      const shown = sitePages.read(page)
      const site = readSite()
      const face = readBranding()
      return pages.send(request, reply, {
        status: 200,
        language,
        darkMode,
        head: renderHead(page, language, shown, { base, name: face.name }).toString(),
        body: renderBody(page, language, shown, { face, logo: site.logo }),
        site,
        modules: [],
        isPersonal: false,
        isStatic: true,
      })
    })
  }

  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_MAX }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post('/terms/acceptance', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const viewer = await identify(request, reply)
      if (!viewer) return reply.redirect('/login', 303)
      const version = Number(request.body instanceof URLSearchParams ? request.body.get('version') : null)
      await sitePages.accept(viewer.userId, Number.isSafeInteger(version) ? version : 0)
      const { referer } = request.headers
      return reply.redirect(referer?.startsWith(`${base}/`) === true ? referer : '/dashboard', 303)
    })
  })
}

function renderHead(
  page: SitePage,
  language: Language,
  { version }: ShownPage,
  { base, name }: { base: string; name: string },
): Markup {
  const address = (named: Language): string => base + toSitePagePath(page, named === UNNAMED ? undefined : named)
  const title = markup`<title>${SITE_PAGE_TITLES[page][language]} | ${name}</title>${STYLES}`
  if (version === null) return markup`${title}<meta name="robots" content="noindex">`
  const alternates = LANGUAGES.map(
    (named) => markup`<link rel="alternate" hreflang="${named}" href="${address(named)}">`,
  )
  return markup`${title}<link rel="canonical" href="${address(language)}">${alternates}<link rel="alternate" hreflang="x-default" href="${address(UNNAMED)}">`
}

function renderBody(
  page: SitePage,
  language: Language,
  { html, version }: ShownPage,
  { face, logo }: { face: Branding; logo: string },
): string {
  const texts = TEXTS[language]
  const { name } = face
  const links = SITE_PAGES.map(
    (other) =>
      markup`<li><a href="${toSitePagePath(other)}"${other === page ? markup` aria-current="page"` : ''}>${SITE_PAGE_TITLES[other][language]}</a></li>`,
  )
  const languages = LANGUAGES.filter((named) => isLanguage(named) && named !== language).map(
    (named) =>
      markup`<a href="${toSitePagePath(page, named)}" hreflang="${named}" lang="${named}">${LANGUAGE_NAMES[named]}</a>`,
  )
  const state =
    version === null
      ? markup`<p class="site-draft"><strong>${texts.draft}</strong> ${texts.draftNote}</p>`
      : markup`<p class="site-version">${texts.version(version)}</p>`
  const before = markup`<div class="site-page"><header><a class="font-display" href="/" aria-label="${texts.home(name)}"><img src="${logo || '/favicon.svg'}" alt="">${name}</a><nav aria-label="${texts.languages}">${languages}</nav></header><main id="main"><h1>${SITE_PAGE_TITLES[page][language]}</h1>${state}<article>`
  const after = markup`</article></main><footer><nav aria-label="${texts.pages}"><ul>${links}</ul></nav>${renderCompanyDetails(language, face)}</footer></div>`
  // The HTML of the text needs no escaping here, because `renderMarkdown` has escaped the text.
  return `${before.toString()}${html[language]}${after.toString()}`
}

function renderCompanyDetails(language: Language, face: Branding): Markup {
  const texts = TEXTS[language]
  const { legal_name: legalName, register_number: register, vat_number: vat } = face
  const { contact_address: address, contact_email: email, contact_phone: phone } = face
  const facts = [
    legalName,
    address,
    register && texts.register(register),
    vat && texts.vat(vat),
    email && markup`<a href="mailto:${email}">${email}</a>`,
    phone && markup`<a href="tel:${phone.replace(/[^+\d]/gu, '')}">${phone}</a>`,
  ].filter((fact) => fact !== '')
  return facts.length === 0
    ? markup``
    : markup`<ul class="site-facts">${facts.map((fact) => markup`<li>${fact}</li>`)}</ul>`
}

const STYLES = markup`<style>
.site-page{max-width:46rem;margin:0 auto;padding:0 1rem 3rem}
.site-page header{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:4rem;line-height:1.2}
.site-page header a{display:inline-flex;align-items:center;min-height:2.75rem}
.site-page header .font-display{gap:.625rem;font-size:1.25rem;color:var(--ink);text-decoration:none}
.site-page header img{flex:none;height:1.75rem;width:auto;max-width:4.375rem;object-fit:contain}
.site-page a{color:var(--link);text-decoration:underline;text-underline-offset:.2em}
.site-page h1{font-size:var(--text-2xl);margin:1.5rem 0 1rem}
.site-page h2{font-size:var(--text-xl);margin:2rem 0 .5rem}
.site-page h3{font-size:var(--text-lg);margin:1.5rem 0 .5rem}
.site-page article p,.site-page article ul,.site-page article ol{margin:.75rem 0}
.site-page article ul,.site-page article ol{padding-left:1.5rem}
.site-page article ul{list-style:disc}
.site-page article ol{list-style:decimal}
.site-page article table{display:block;overflow-x:auto;margin:1rem 0;border-collapse:collapse;font-size:var(--text-sm)}
.site-page th,.site-page td{border:1px solid var(--border);padding:.5rem .75rem;text-align:left;vertical-align:top;min-width:8rem}
.site-page th{background:var(--surface-2)}
@media (max-width:40rem){.site-page th,.site-page td{min-width:5rem;padding:.375rem .5rem;hyphens:auto;overflow-wrap:break-word}}
.site-page pre{overflow-x:auto}
.site-draft{background:var(--accent-soft);color:var(--ink);padding:.75rem 1rem;border-radius:.5rem}
.site-draft strong{margin-right:.5rem}
.site-version{color:var(--ink-3);font-size:var(--text-sm)}
.site-page footer{margin-top:3rem;border-top:1px solid var(--border)}
.site-page footer ul{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.site-page .site-facts{margin-top:.5rem;align-items:center;color:var(--ink-2);font-size:var(--text-sm)}
.site-page footer a{display:inline-flex;align-items:center;min-height:2.75rem}
</style>`
