import '../../styles.css'

/**
 * The first code of a page that the server sent. It waits with the rest until the page stands and the browser has
 * time, or until the reader touches it. What the reader did before the page could answer is done then: nothing
 * typed and no click is lost.
 */

/** How long an idle moment is waited for after the page has loaded (ms). */
const IDLE_LIMIT_MS = 2000

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const

const queued: (() => void)[] = []
let underWay = false

function start(): void {
  if (underWay) return
  underWay = true
  import('./public-main.tsx')
    .then(({ hydrate }) => hydrate(onReady))
    .catch(() => {
      // Out of reach: the next touch tries again.
      underWay = false
    })
}

function onReady(): void {
  for (const name of TOUCHES) document.removeEventListener(name, start, true)
  document.removeEventListener('click', queueClick, true)
  document.removeEventListener('submit', queueSubmit, true)
  for (const control of document.querySelectorAll('input, select, textarea')) replayTyping(control)
  // After the typing has had its effect.
  setTimeout(() => {
    for (const act of queued.splice(0)) act()
  })
}

/** Links work by themselves; the click of a button waits, and that of a link that says so. */
function queueClick(event: MouseEvent): void {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>('button, a[data-hold-click]') : null
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  queued.push(() => button.click())
}

/** By Enter in a field. */
function queueSubmit(event: Event): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  event.preventDefault()
  queued.push(() => form.requestSubmit())
}

/** React takes no notice of a value that it finds: it is put back and typed again. */
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
    // Past React's own setter, so that the event brings news.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value)
    if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: IDLE_LIMIT_MS })
  else setTimeout(start, 200)
}

// The build may put this file together with code that the application's empty page needs as well: there is nothing to
// take over there.
if (document.getElementById('root')?.hasChildNodes()) {
  for (const name of TOUCHES) document.addEventListener(name, start, true)
  document.addEventListener('click', queueClick, true)
  document.addEventListener('submit', queueSubmit, true)
  if (document.readyState === 'complete') startWhenIdle()
  else window.addEventListener('load', startWhenIdle)
}
