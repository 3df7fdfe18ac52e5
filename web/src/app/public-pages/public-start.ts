import '../../styles.css'

/**
 * First code of a server-rendered page. Loads the rest at the first input, or when the loaded browser is idle.
 * Private pages load it immediately. A failed fetch is retried at the next input or when the network returns.
 * Events before hydration are replayed after it, so no click or typing is lost.
 */

/** Maximum wait for an idle moment after the page load (ms). */
const IDLE_LIMIT_MS = 2000

const STARTERS = ['pointerdown', 'keydown', 'focusin', 'online'] as const

const queued: (() => void)[] = []
let underWay = false

function startApplication(): void {
  if (underWay) return
  underWay = true
  import('./public-main.tsx')
    .then(({ hydrate }) => hydrate(onReady))
    .catch(() => {
      // `public.html` shows the failure if the reader is waiting for the code.
      underWay = false
    })
}

function onReady(): void {
  for (const name of STARTERS) removeEventListener(name, startApplication, true)
  document.removeEventListener('click', queueClick, true)
  document.removeEventListener('submit', queueSubmit, true)
  for (const control of document.querySelectorAll('input, select, textarea')) replayTyping(control)
  // Each press runs in a task of its own, after the typing took effect: a second press finds a busy button.
  for (const act of queued.splice(0)) setTimeout(act)
}

/** Links work without our code. */
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

/** Restores the default value and repeats the input, because React ignores values that it finds at hydration. */
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
    // Sets the value by the prototype's setter, so that React notices the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    if (selectionStart === null) return
    // React sets the first value, then the typed one; only then the selection can be restored.
    queueMicrotask(() => control.setSelectionRange(selectionStart, selectionEnd))
  }
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(startApplication, { timeout: IDLE_LIMIT_MS })
  else setTimeout(startApplication, 200)
}

// The build may join this file with code of the application's own page, which has nothing to hydrate.
const root = document.getElementById('root')
if (root?.hasChildNodes()) {
  for (const name of STARTERS) addEventListener(name, startApplication, true)
  document.addEventListener('click', queueClick, true)
  document.addEventListener('submit', queueSubmit, true)
  if (root.dataset['now']) startApplication()
  else if (document.readyState === 'complete') startWhenIdle()
  else window.addEventListener('load', startWhenIdle)
}
