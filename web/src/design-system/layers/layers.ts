/**
 * The browser's Back closes what lies above the page (a dialog, a menu), one layer at a time, never the page itself.
 * Each open layer has its own history entry at the page's address. Back removes both.
 * A layer closed otherwise leaves an unused entry. Back skips it, the next layer or page replaces it, and Forward to it
 * opens nothing.
 */

interface Layer {
  close: () => void
  page: string
}

interface Mark {
  page: string
  /** Number of layer entries up to this one; 0 for the page's own. */
  depth: number
}

const KEY = 'layer'

const open: Layer[] = []
/** Current entry. A page has no name before its first layer. */
let here: { page: string | null; depth: number } = { page: null, depth: 0 }
let onArrival: (() => void) | null = null
let isStarted = false

/** Registers a layer. @param close called on Back; a layer that stays keeps its entry @returns call when it closes */
export function openLayer(close: () => void): () => void {
  startLayers()
  const page = here.page ?? crypto.randomUUID()
  const layer = { close, page }
  open.push(layer)
  if (here.page === null) here = { page, depth: 0 }
  pushMissingEntries()
  return () => {
    const index = open.indexOf(layer)
    if (index !== -1) open.splice(index, 1)
  }
}

function listPageLayers(): Layer[] {
  return open.filter(({ page }) => page === here.page)
}

function pushMissingEntries(): void {
  if (onArrival) return
  while (here.page !== null && here.depth < listPageLayers().length) {
    const { page, depth } = here
    if (depth === 0) History.prototype.replaceState.call(history, addMark(history.state, { page, depth }), '')
    here = { page, depth: depth + 1 }
    // Bypasses the router, because the address stays the same.
    History.prototype.pushState.call(history, addMark(history.state, { page, depth: depth + 1 }), '')
  }
}

function addMark(state: unknown, mark: Mark): object {
  return { ...(typeof state === 'object' ? state : null), [KEY]: mark }
}

function readMark(state: unknown): Mark | null {
  const mark: unknown = typeof state === 'object' && state !== null && KEY in state ? state[KEY] : null
  if (typeof mark !== 'object' || mark === null || !('page' in mark && 'depth' in mark)) return null
  const { page, depth } = mark
  return typeof page === 'string' && typeof depth === 'number' ? { page, depth } : null
}

/** Call before other listeners are added, because these must not see the layers' own steps in the history. */
export function startLayers(): void {
  if (isStarted) return
  isStarted = true
  // After a reload the current entry may be a layer's.
  here = readMark(history.state) ?? here
  window.addEventListener('popstate', onPopState, { capture: true })

  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  history.pushState = (...change: Change) => {
    if (onArrival || here.depth > 1) return runAtPage(() => pushPage(change))
    const { depth } = here
    here = { page: null, depth: 0 }
    return depth === 1 ? replace(...change) : push(...change)
  }
  history.replaceState = (...change: Change) => {
    const [state, title, url] = change
    const isSame = url === undefined || url === null || new URL(url, location.href).href === location.href
    // A new address must replace the page's own entry, not the entry of a layer above it.
    if (onArrival || (here.depth > 0 && !isSame)) return runAtPage(() => replacePage(change))
    const { page, depth } = here
    return replace(page === null ? state : addMark(state, { page, depth }), title, url)
  }
}

type Change = [state: unknown, title: string, url?: string | URL | null]

function pushPage(change: Change): void {
  here = { page: null, depth: 0 }
  History.prototype.pushState.apply(history, change)
}

function replacePage([state, title, url]: Change): void {
  const { page, depth } = here
  History.prototype.replaceState.call(history, page === null ? state : addMark(state, { page, depth }), title, url)
}

/** Calls back once pending history steps are done: immediately, or when entries of closed layers are left. */
export function runOnceArrived(callback: () => void): void {
  if (!onArrival) return callback()
  const before = onArrival
  onArrival = () => {
    before()
    callback()
  }
}

export function goPages(steps: number): void {
  if (!onArrival && here.depth === 0) return history.go(steps)
  runAtPage(() => {
    // Open layers get no entries from now on.
    here = { page: null, depth: 0 }
    history.go(steps)
  })
}

/** Goes back to the page's own entry first. Other changes wait, in order. */
function runAtPage(goOn: () => void): void {
  const before = onArrival
  onArrival = () => {
    before?.()
    goOn()
  }
  if (!before) history.go(-here.depth)
}

function onPopState(event: PopStateEvent): void {
  const mark = readMark(history.state)
  const before = here
  here = mark ?? { page: null, depth: 0 }
  if (onArrival) {
    event.stopImmediatePropagation()
    const goOn = onArrival
    onArrival = null
    goOn()
    pushMissingEntries()
    return
  }
  if (mark === null || mark.page !== before.page) {
    // The reader is at another page. If they return after a question, the layers of this page are unchanged.
    setTimeout(pushMissingEntries)
    return
  }
  event.stopImmediatePropagation()
  if (mark.depth > before.depth) return
  const closing = listPageLayers().slice(mark.depth)
  // Skips unused entries: the reader has not gone back yet.
  if (closing.length === 0) return history.back()
  for (const layer of closing.toReversed()) layer.close()
  setTimeout(pushMissingEntries)
}
