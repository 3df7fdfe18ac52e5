import { appendFile, mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Page } from '@playwright/test'

/** A node of Chromium's accessibility tree, as far as it is told here. */
interface AccessibleNode {
  nodeId: string
  ignored: boolean
  childIds?: string[]
  role?: { value?: string }
  name?: { value?: string }
  description?: { value?: string }
  value?: { value?: unknown }
  properties?: { name: string; value: { value?: unknown } }[]
}

/** Places without a meaning of their own: what is in them is told in their stead. */
const SILENT = new Set(['generic', 'none', 'InlineTextBox', 'LayoutTable', 'presentation', 'RootWebArea', 'LabelText'])
/** What a screen reader says besides the role and the name. */
const TOLD = new Set([
  'level',
  'expanded',
  'checked',
  'selected',
  'pressed',
  'required',
  'invalid',
  'disabled',
  'live',
  'busy',
  'hasPopup',
  'modal',
  'focused',
  'roledescription',
  'errormessage',
])

/** What a screen reader makes of a page: one line for each thing that it stops at, in its order. */
async function readTree(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AccessibleNode[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const tell = (node: AccessibleNode, depth: number, above: string): void => {
    const role = node.role?.value ?? ''
    const name = (node.name?.value ?? '').replaceAll(/\s+/gu, ' ').trim()
    const isTold = !node.ignored && !SILENT.has(role) && !(role === 'StaticText' && (name === '' || name === above))
    if (isTold) {
      const states = (node.properties ?? [])
        .filter(({ name: of, value }) => TOLD.has(of) && value.value !== false && value.value !== 'false')
        .map(({ name: of, value }) => (value.value === true ? of : `${of}=${String(value.value)}`))
      const value = node.value?.value === undefined ? '' : ` = ${JSON.stringify(node.value.value)}`
      const description = node.description?.value ? ` (${node.description.value})` : ''
      const state = states.length > 0 ? ` [${states.join(', ')}]` : ''
      lines.push(`${'  '.repeat(depth)}${role === 'StaticText' ? '·' : role} "${name}"${value}${state}${description}`)
    }
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) tell(child, depth + (isTold ? 1 : 0), isTold ? name : above)
    }
  }
  const [root] = nodes
  if (root) tell(root, 0, '')
  return lines.join('\n')
}

/** Notes in the page what live regions say, as they say it. */
function listen(): void {
  const LIVE = ':is([aria-live], [role=status], [role=alert], [role=log], output):not([aria-live=off])'
  const said: string[] = []
  Object.assign(globalThis, { said })
  const textOf = (node: Node): string => (node.textContent ?? '').replaceAll(/\s+/gu, ' ').trim()
  new MutationObserver((changes) => {
    const spoken = new Set<string>()
    for (const { type, target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const within = element?.closest(LIVE)
      const how = (region: Element): string =>
        region.getAttribute('aria-live') ?? region.getAttribute('role') ?? region.tagName.toLowerCase()
      if (within) {
        const texts = type === 'characterData' ? [textOf(target)] : Array.from(addedNodes, textOf)
        for (const text of texts) if (text !== '') spoken.add(`${how(within)}: ${text}`)
      } else {
        // A region that comes with its text: alerts are told of all the same.
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          for (const region of [node, ...node.querySelectorAll('[role=alert]')]) {
            if (region.matches('[role=alert]') && textOf(region) !== '') spoken.add(`alert: ${textOf(region)}`)
          }
        }
      }
    }
    said.push(...spoken)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Writes what is heard on a way through the product. */
export interface Heard {
  /** Notes what a page's live regions say from now on; call it before the page is opened. */
  follow: (page: Page) => Promise<void>
  /** Writes what was said since the last time, and what a screen reader finds on the page now. */
  write: (step: string, page: Page) => Promise<void>
}

/** @param file where to; an earlier one is replaced */
export async function openHeard(file: string): Promise<Heard> {
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  return {
    follow: async (page) => {
      await page.addInitScript(listen)
    },
    write: async (step, page) => {
      const said = await page.evaluate(() => {
        const { said: noted = [] } = globalThis as { said?: string[] }
        return noted.splice(0)
      })
      const title = await page.title()
      const news = said.map((text) => `  said, ${text}`)
      await appendFile(file, [`## ${step} — ${title}`, ...news, await readTree(page), '', ''].join('\n'))
    },
  }
}
