/**
 * The browser's Back closes what lies above the page (a dialog, a menu), one layer at a time, and never the page under it.
 *
 * Each open layer has an entry of its own in the history, at the page's address. Back takes the entry away, and the layer
 * with it. A layer that is closed otherwise leaves its entry behind, unused: going back over it goes on at once, the next
 * layer and the next page take its place, and going forward to it opens nothing.
 */

interface Layer {
  close: () => void
  /** The page on which it lies. */
  page: string
}

/** What the history remembers beside what the router keeps there. */
interface Mark {
  page: string
  /** How many layers' entries there are up to this one: 0 for the page's own. */
  depth: number
}

const KEY = 'layer'

const open: Layer[] = []
/** Where in the history we are. A page has no name before a layer lies on it. */
let here: { page: string | null; depth: number } = { page: null, depth: 0 }
/** What waits until we are back at the page's own entry. */
let onArrival: (() => void) | null = null
let isStarted = false

/**
 * Registers an open layer.
 * @param close called when the reader goes back. A layer that stays open all the same keeps its entry
 * @returns to be called when it is closed, in whatever way
 */
export function openLayer(close: () => void): () => void {
  startLayers()
  const page = here.page ?? crypto.randomUUID()
  const layer = { close, page }
  open.push(layer)
  if (here.page === null) here = { page, depth: 0 }
  giveEntries()
  return () => {
    const index = open.indexOf(layer)
    if (index !== -1) open.splice(index, 1)
  }
}

function layersHere(): Layer[] {
  return open.filter(({ page }) => page === here.page)
}

/** Gives an entry to each layer of this page that has none. */
function giveEntries(): void {
  if (onArrival) return
  while (here.page !== null && here.depth < layersHere().length) {
    const { page, depth } = here
    if (depth === 0) History.prototype.replaceState.call(history, marked(history.state, { page, depth }), '')
    here = { page, depth: depth + 1 }
    // Past the router, for which nothing changes.
    History.prototype.pushState.call(history, marked(history.state, { page, depth: depth + 1 }), '')
  }
}

function marked(state: unknown, mark: Mark): object {
  return { ...(typeof state === 'object' ? state : null), [KEY]: mark }
}

function readMark(state: unknown): Mark | null {
  const mark: unknown = typeof state === 'object' && state !== null && KEY in state ? state[KEY] : null
  if (typeof mark !== 'object' || mark === null || !('page' in mark && 'depth' in mark)) return null
  const { page, depth } = mark
  return typeof page === 'string' && typeof depth === 'number' ? { page, depth } : null
}

/**
 * Listens to the history; a layer that is opened sees to it, too. Whoever else does so has to begin after this: on the window listeners are called in the order in
 * which they were added, and what layers do must reach nobody else.
 */
export function startLayers(): void {
  if (isStarted) return
  isStarted = true
  // After a reload we may be at a layer's entry.
  here = readMark(history.state) ?? here
  window.addEventListener('popstate', onPopState, { capture: true })

  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  history.pushState = (...change: Change) => {
    if (onArrival || here.depth > 1) return goToPageAnd(() => pushPage(change))
    const { depth } = here
    here = { page: null, depth: 0 }
    // In the place of a layer's entry, where we are at one.
    return depth === 1 ? replace(...change) : push(...change)
  }
  history.replaceState = (...change: Change) => {
    const [state, title, url] = change
    const isSame = url === undefined || url === null || new URL(url, location.href).href === location.href
    // Another address takes the place of the page's own entry, not of a layer's above it.
    if (onArrival || (here.depth > 0 && !isSame)) return goToPageAnd(() => replacePage(change))
    const { page, depth } = here
    return replace(page === null ? state : marked(state, { page, depth }), title, url)
  }
}

type Change = [state: unknown, title: string, url?: string | URL | null]

function pushPage(change: Change): void {
  here = { page: null, depth: 0 }
  History.prototype.pushState.apply(history, change)
}

function replacePage([state, title, url]: Change): void {
  const { page, depth } = here
  History.prototype.replaceState.call(history, page === null ? state : marked(state, { page, depth }), title, url)
}

/**
 * Calls back once the history is where it was last told to go: at once, or when the entries of closed layers have been
 * left.
 */
export function onceArrived(callback: () => void): void {
  if (!onArrival) return callback()
  const before = onArrival
  onArrival = () => {
    before()
    callback()
  }
}

/** Goes so many pages on in the history, or back: from the page's own entry, where we are at a layer's. */
export function goPages(steps: number): void {
  if (!onArrival && here.depth === 0) return history.go(steps)
  goToPageAnd(() => {
    // Layers that are still open get no entries any more.
    here = { page: null, depth: 0 }
    history.go(steps)
  })
}

/** Goes back to the page's own entry, and then on. Whatever else is to be changed meanwhile waits, in order. */
function goToPageAnd(goOn: () => void): void {
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
    giveEntries()
    return
  }
  if (mark === null || mark.page !== before.page) {
    // Another page. Whoever stayed, or was asked whether to leave and came back, finds layers as they were.
    setTimeout(giveEntries)
    return
  }
  event.stopImmediatePropagation()
  if (mark.depth > before.depth) return
  const closing = layersHere().slice(mark.depth)
  // Only entries that no layer uses any more: that was no step back yet.
  if (closing.length === 0) return history.back()
  for (const layer of closing.toReversed()) layer.close()
  setTimeout(giveEntries)
}
