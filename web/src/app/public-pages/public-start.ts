import '../../styles.css'

/**
 * The first code of a page that the server rendered. It loads the rest when the page has loaded and the browser is idle,
 * or at the first touch; of a page that only its reader sees, at once. What could not be fetched is fetched at the next
 * touch, and when the network is back. Events from before the hydration are replayed after it: no click and nothing typed
 * is lost.
 */

/** How long to wait for an idle moment after the page has loaded (ms). */
const IDLE_LIMIT_MS = 2000

const STARTERS = ['pointerdown', 'keydown', 'focusin', 'online'] as const

const queued: (() => void)[] = []
let underWay = false

function start(): void {
  if (underWay) return
  underWay = true
  import('./public-main.tsx')
    .then(({ hydrate }) => hydrate(onReady))
    .catch(() => {
      // The code could not be fetched: the page says so if its reader waits for it (public.html).
      underWay = false
    })
}

function onReady(): void {
  for (const name of STARTERS) removeEventListener(name, start, true)
  document.removeEventListener('click', queueClick, true)
  document.removeEventListener('submit', queueSubmit, true)
  for (const control of document.querySelectorAll('input, select, textarea')) replayTyping(control)
  // After the typing has had its effect, and each after the effect of the one before: a second press finds a busy button.
  for (const act of queued.splice(0)) setTimeout(act)
}

/** Links work without our code. Clicks on buttons are queued. */
function queueClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  queued.push(() => button.click())
}

/** A form that was submitted by Enter in a field. */
function queueSubmit(event: Event): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  queued.push(() => form.requestSubmit())
}

/** React ignores values that it finds at hydration: they are put back and typed again. */
function replayTyping(control: Element): void {
  if (control instanceof HTMLSelectElement) {
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
    if (control.checked === control.defaultChecked) return
    control.checked = control.defaultChecked
    control.click()
  } else if (control instanceof HTMLInputElement) {
    const { value, defaultValue, selectionStart, selectionEnd } = control
    if (value === defaultValue) return
    control.value = defaultValue
    // By the element's own setter, not React's, so that React sees a change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    if (selectionStart === null) return
    // React, which is still at work, puts the first value and then this one: what was selected is selected after that.
    queueMicrotask(() => control.setSelectionRange(selectionStart, selectionEnd))
  }
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: IDLE_LIMIT_MS })
  else setTimeout(start, 200)
}

// The build may put this file together with code of the application's own page, which has nothing to hydrate.
const root = document.getElementById('root')
if (root?.hasChildNodes()) {
  for (const name of STARTERS) addEventListener(name, start, true)
  document.addEventListener('click', queueClick, true)
  document.addEventListener('submit', queueSubmit, true)
  if (root.dataset['now']) start()
  else if (document.readyState === 'complete') startWhenIdle()
  else window.addEventListener('load', startWhenIdle)
}
