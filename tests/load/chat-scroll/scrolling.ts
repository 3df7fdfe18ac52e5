/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import type { Page } from '@playwright/test'

import { LIMITS } from '@kundig/contract/limits'

export interface Frames {
  count: number
  p50Ms: number
  p95Ms: number
  worstMs: number
  nodesMost: number
}

export interface Scrolling {
  by: number
  /** Number of pages of older messages after which scrolling stops; by default, at the end or after `frames`. */
  untilPages?: number
  frames?: number
}

export function scrollMessages(page: Page, how: Scrolling): Promise<Frames> {
  return scrollElement(page, '[role=log]', how)
}

export async function scrollPlainList(page: Page, by: number): Promise<Frames> {
  await page.evaluate(() => {
    const log = document.querySelector<HTMLElement>('[role=log]')
    const bubbles = [...(log?.querySelectorAll('.bubble') ?? [])]
    if (!log || bubbles.length === 0) throw new Error('no open room')
    const plain = document.createElement('div')
    plain.id = 'plain-list'
    plain.className = log.className
    const { width, height, top, left } = log.getBoundingClientRect()
    Object.assign(plain.style, {
      position: 'fixed',
      zIndex: '100',
      width: `${width}px`,
      height: `${height}px`,
      top: `${top}px`,
      left: `${left}px`,
      background: 'white',
    })
    for (let index = 0; index < 200; index++) {
      const row = document.createElement('div')
      row.style.padding = '4px 0'
      row.append((bubbles[index % bubbles.length] ?? log).cloneNode(true))
      plain.append(row)
    }
    document.body.append(plain)
  })
  const down = await scrollElement(page, '#plain-list', { by })
  const up = await scrollElement(page, '#plain-list', { by: -by })
  await page.evaluate(() => document.querySelector('#plain-list')?.remove())
  return { ...up, p50Ms: (down.p50Ms + up.p50Ms) / 2, p95Ms: (down.p95Ms + up.p95Ms) / 2, count: down.count + up.count }
}

async function scrollElement(
  page: Page,
  selector: string,
  { by, untilPages, frames: framesMost }: Scrolling,
): Promise<Frames> {
  let pages = 0
  const count = (answer: { url: () => string }): void => {
    if (answer.url().includes('/rpc/chat/messages')) pages++
  }
  page.on('response', count)
  const parts: { times: number[]; nodesMost: number; ended: boolean }[] = []
  for (;;) {
    parts.push(
      await page.evaluate(measureScrollFrames, {
        selector,
        by,
        frames: Math.min(framesMost ?? 300, 300),
        waits: untilPages !== undefined,
      }),
    )
    const done = parts.reduce((sum, { times }) => sum + times.length, 0)
    if (untilPages !== undefined ? pages >= untilPages : parts.at(-1)?.ended === true) break
    if (framesMost !== undefined && done >= framesMost) break
    if (done > 60 * 600)
      throw new Error(`After ${done} frames only ${pages} pages of ${LIMITS.chatPageSize} have arrived`)
  }
  page.off('response', count)
  const times = parts.flatMap((part) => part.times).toSorted((a, b) => a - b)
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    count: times.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    worstMs: times.at(-1) ?? Number.NaN,
    nodesMost: Math.max(...parts.map(({ nodesMost }) => nodesMost)),
  }
}

function measureScrollFrames({
  selector,
  by,
  frames,
  waits,
}: {
  selector: string
  by: number
  frames: number
  waits: boolean
}) {
  const box = document.querySelector(selector)
  if (!box) throw new Error(`element not found: ${selector}`)
  return new Promise<{ times: number[]; nodesMost: number; ended: boolean }>((resolve) => {
    const times: number[] = []
    let nodesMost = 0
    let before: number | undefined
    const step = (now: number): void => {
      if (before !== undefined) times.push(now - before)
      before = now
      nodesMost = Math.max(nodesMost, box.getElementsByTagName('*').length)
      box.scrollTop += by
      const isAtEnd = by < 0 ? box.scrollTop <= 0 : box.scrollTop >= box.scrollHeight - box.clientHeight - 1
      const ended = isAtEnd && !waits
      if (ended || times.length >= frames) resolve({ times, nodesMost, ended })
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
