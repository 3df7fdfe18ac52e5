import '../../styles.css'

/**
 * First script of a server-rendered page. Loads the page's code at the first input, or when the browser is idle.
 * Private pages load their code immediately. A failed fetch is retried at the next input or when the network returns.
 * Events before hydration are replayed after it, so no click or typing is lost.
 */

/** Maximum wait for an idle browser after the page load (ms). */
const IDLE_LIMIT_MS = 2000

const STARTERS = ['pointerdown', 'keydown', 'focusin', 'online'] as const

const queued: (() => void)[] = []
let underWay = false

function startApplication(): void {
  if (underWay) return
  underWay = true
  import('./public-main.tsx')
    .then(({ hydratePage }) => hydratePage(replayQueuedInput))
    .catch(() => {
      // The script in `public.html` shows the failure.
      underWay = false
    })
}

function replayQueuedInput(): void {
  for (const name of STARTERS) removeEventListener(name, startApplication, true)
  document.removeEventListener('click', queueClick, true)
  document.removeEventListener('submit', queueSubmit, true)
  for (const control of document.querySelectorAll('input, select, textarea')) replayTyping(control)
  // Replays each click in a separate task after the typing. A second click on the same button then finds it busy.
  for (const act of queued.splice(0)) setTimeout(act)
}

/** Queues clicks for replay, except on links, which work without our code. */
function queueClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('button') : null
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  queued.push(() => button.click())
}

function queueSubmit(event: Event): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  queued.push(() => form.requestSubmit())
}

/** Resets a field and repeats the typing as an event, because React ignores values typed before hydration. */
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
    // Uses the prototype's setter for the value, so that React notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    if (selectionStart === null) return
    // Restores the selection after React has set the typed value.
    queueMicrotask(() => control.setSelectionRange(selectionStart, selectionEnd))
  }
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(startApplication, { timeout: IDLE_LIMIT_MS })
  else setTimeout(startApplication, 200)
}

// The application's page may contain this script too, but has no state to hydrate.
const root = document.getElementById('root')
if (root?.hasChildNodes()) {
  for (const name of STARTERS) addEventListener(name, startApplication, true)
  document.addEventListener('click', queueClick, true)
  document.addEventListener('submit', queueSubmit, true)
  if (root.dataset['now']) startApplication()
  else if (document.readyState === 'complete') startWhenIdle()
  else window.addEventListener('load', startWhenIdle)
}
