import type { Page } from '@playwright/test'

import { expect } from './people.ts'

const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`

export async function applyTextSpacing(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, SPACED)
}

/** Expects no horizontal scrolling and no cut text, except with a deliberate ellipsis. */
export async function expectNoCutText(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
  expect(await page.evaluate(findCutTexts)).toEqual([])
}

function findCutTexts(): string[] {
  /** Allowed overhang of a line outside its box, above and below the letters (CSS px). */
  const slack = { x: 1.5, y: 4 }
  const cut: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const owner = text.parentElement
    if (!owner || text.textContent?.trim() === '' || owner.closest('script, style, option, svg, .sr-only')) continue
    if (!owner.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = Array.from(range.getClientRects()).filter(({ width, height }) => width > 1 && height > 1)
    for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(box)
      if (overflowX === 'visible' && overflowY === 'visible') {
        // A fixed element is not clipped by its ancestors.
        if (position === 'fixed') break
        continue
      }
      const edges = box.getBoundingClientRect()
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      if (isShortened || edges.width <= 1 || [overflowX, overflowY].some((one) => one === 'auto' || one === 'scroll'))
        break
      const isOut = lines.some(
        (line) =>
          line.right > edges.right + slack.x ||
          line.left < edges.left - slack.x ||
          line.bottom > edges.bottom + slack.y ||
          line.top < edges.top - slack.y,
      )
      if (isOut) cut.push(`${text.textContent?.trim().slice(0, 60)} in ${box.className}`)
      if (position === 'fixed') break
    }
  }
  return cut
}
