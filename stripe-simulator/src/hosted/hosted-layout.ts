import type { HostedTexts } from './hosted-texts.ts'
import { html, type Markup } from './markup.ts'
import type { Language } from './reader-language.ts'

export interface PageContext {
  language: Language
  texts: HostedTexts
  /** Null follows the browser's preference. */
  theme: 'light' | 'dark' | null
  isFramed: boolean
}

/** Renders a page. Assets have relative addresses (one folder up), because the simulator may have a path prefix. */
export function renderPage(
  { language, texts, theme, isFramed }: PageContext,
  title: string,
  main: Markup,
  { width = 'narrow', withScript = false }: { width?: 'narrow' | 'wide'; withScript?: boolean } = {},
): string {
  // In a frame, labels distinguish the page's landmarks from the landmarks of the surrounding page.
  const label = (name: string): Markup | null => (isFramed ? html` aria-label="${name}"` : null)
  const script = withScript ? html`<script src="../challenge.js"></script>` : null
  return html`<!doctype html>
    <html lang="${language}" ${theme && html` data-theme="${theme}"`}${isFramed ? html` data-framed` : null}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${theme ?? 'light dark'}" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${texts.testMode}</title>
        <link rel="stylesheet" href="../hosted.css" />
        ${script}
      </head>
      <body>
        <header${label(texts.testMode)}><strong>${texts.testMode}</strong> <span>${texts.simulated}</span></header>
        <main class="${width}"${label(title)}>${main}</main>
      </body>
    </html> `.value
}

export function renderMessagePage(context: PageContext, title: string, text: string): string {
  return renderPage(
    context,
    title,
    html`<section class="panel">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  )
}
