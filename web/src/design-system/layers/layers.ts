/**
 * The browser's Back closes the topmost layer (a dialog or a menu) and leaves the page open.
 * Each open layer has a history entry at the page's address. Back removes the layer and the entry.
 * A layer that is closed by its button leaves an unused entry. Back skips an unused entry. Forward to an unused entry
 * opens nothing. The next layer or page replaces the entry.
 */

interface Layer {
  close: () => void
  page: string
}

interface Mark {
  page: string
  /** Number of layer entries above the page's own entry, up to this one. */
  depth: number
}

const KEY = 'layer'

const open: Layer[] = []
/** Current history entry. `page` is null until the page opens its first layer. */
let here: { page: string | null; depth: number } = { page: null, depth: 0 }
let onArrival: (() => void) | null = null
let isStarted = false

/** Registers a layer. @param close called on Back; may keep the layer open @returns function that unregisters it */
export function registerLayer(close: () => void): () => void {
  startLayerHistory()
  const page = here.page ?? crypto.randomUUID()
  const layer = { close, page }
  open.push(layer)
  if (here.page === null) here = { page, depth: 0 }
  pushMissingHistoryEntries()
  return () => {
    const index = open.indexOf(layer)
    if (index !== -1) open.splice(index, 1)
  }
}

function listPageLayers(): Layer[] {
  return open.filter(({ page }) => page === here.page)
}

function pushMissingHistoryEntries(): void {
  if (onArrival) return
  while (here.page !== null && here.depth < listPageLayers().length) {
    const { page, depth } = here
    if (depth === 0) History.prototype.replaceState.call(history, addMark(history.state, { page, depth }), '')
    here = { page, depth: depth + 1 }
    // Calls the browser's own method, because the router must not see this entry.
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

/** Must run before the router adds its listeners, which must not see the history steps of layers. */
export function startLayerHistory(): void {
  if (isStarted) return
  isStarted = true
  // After a reload, the current history entry may belong to a layer.
  here = readMark(history.state) ?? here
  window.addEventListener('popstate', onPopState, { capture: true })

  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  history.pushState = (...change: Change) => {
    if (onArrival || here.depth > 1) return returnToPageEntry(() => pushPage(change))
    const { depth } = here
    here = { page: null, depth: 0 }
    return depth === 1 ? replace(...change) : push(...change)
  }
  history.replaceState = (...change: Change) => {
    const [state, title, url] = change
    const isSame = url === undefined || url === null || new URL(url, location.href).href === location.href
    // A new address must replace the page's own entry, not the entry of a layer.
    if (onArrival || (here.depth > 0 && !isSame)) return returnToPageEntry(() => replacePage(change))
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

/** Calls back after pending history steps, or immediately if no step is pending. */
export function runAfterHistorySteps(callback: () => void): void {
  if (!onArrival) return callback()
  const before = onArrival
  onArrival = () => {
    before()
    callback()
  }
}

export function moveInHistory(steps: number): void {
  if (!onArrival && here.depth === 0) return history.go(steps)
  returnToPageEntry(() => {
    // The page is being left: its open layers must push no history entries.
    here = { page: null, depth: 0 }
    history.go(steps)
  })
}

/** Goes back to the page's own history entry, then runs `goOn`. Several calls run in order. */
function returnToPageEntry(goOn: () => void): void {
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
    pushMissingHistoryEntries()
    return
  }
  if (mark === null || mark.page !== before.page) {
    // Another page is shown. If a leave question brings this page back, its open layers get their entries again.
    setTimeout(pushMissingHistoryEntries)
    return
  }
  event.stopImmediatePropagation()
  if (mark.depth > before.depth) return
  const closing = listPageLayers().slice(mark.depth)
  // Skips the unused entry of a closed layer, because going back to it changed nothing visible.
  if (closing.length === 0) return history.back()
  for (const layer of closing.toReversed()) layer.close()
  setTimeout(pushMissingHistoryEntries)
}
