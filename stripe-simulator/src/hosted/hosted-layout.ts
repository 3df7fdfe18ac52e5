import type { HostedTexts } from './hosted-texts.ts'
import { html, type Markup } from './markup.ts'
import type { Language } from './reader-language.ts'

/** What every hosted page knows of its reader. */
export interface PageContext {
  language: Language
  texts: HostedTexts
  /** Null when only the reader's system knows. */
  theme: 'light' | 'dark' | null
  /** Whether it is shown in a frame, which then has an edge of its own. */
  isFramed: boolean
}

/**
 * A whole page. Every page is at `/hosted/<kind>/<id>`, and what it needs one folder up: no address has to know the
 * prefix that the simulator is behind.
 * @param options width is `narrow` for a question, `wide` for a table; withScript adds the challenge's script
 */
export function page(
  { language, texts, theme, isFramed }: PageContext,
  title: string,
  main: Markup,
  { width = 'narrow', withScript = false }: { width?: 'narrow' | 'wide'; withScript?: boolean } = {},
): string {
  // In a frame they stand beside the landmarks of the page around, and are told apart by their names.
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

/** A page that only says something. */
export function messagePage(context: PageContext, title: string, text: string): string {
  return page(
    context,
    title,
    html`<section class="panel">
      <h1>${title}</h1>
      <p>${text}</p>
    </section>`,
  )
}
