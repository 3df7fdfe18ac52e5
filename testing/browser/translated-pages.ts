import type { BrowserContext, Page } from '@playwright/test'

import { expect } from './people.ts'

/** Simulates a browser's translator: wraps all present and later text in new elements, but keeps the words. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const untouched = 'script, style, noscript, textarea, svg, font, [translate=no], .notranslate'
    const wrap = (content: Node): Node => {
      // oxlint-disable-next-line typescript/no-deprecated -- translators use it, so that no style of a page applies
      const font = document.createElement('font')
      font.append(content)
      return font
    }
    const translate = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
        if (node instanceof Text && /\p{L}/u.test(node.data)) texts.push(node)
      for (const text of texts)
        if (text.parentElement?.closest(untouched) === null) text.replaceWith(wrap(wrap(new Text(text.data))))
    }
    new MutationObserver((changes) => {
      if (!document.body) return
      for (const { target, type, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes)
          if (document.body.contains(node)) translate(node)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Watches a translated page. @returns checks that the page was translated, and logged no error or warning */
export function watchTranslatedPage(page: Page): () => Promise<void> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused call is not the page's fault: Stripe's event may precede the buyer's claim.
    const isRefusedCall = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRefusedCall) complaints.push(message.text())
  })
  return async () => {
    expect(await page.locator('font font').count()).toBeGreaterThan(5)
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    expect(complaints).toEqual([])
  }
}
