import { createStore, type ReadonlyStore } from '../../platform/state/store.ts'

/** Open modal dialogs in order of opening. Only the topmost is not inert, so toasts must move into it. */
const open: HTMLElement[] = []
const top = createStore<HTMLElement | null>(null)

export const topModal: ReadonlyStore<HTMLElement | null> = top

/** Registers a modal dialog and locks the page's scrolling. @returns call when it closes */
export function pushModal(dialog: HTMLElement): () => void {
  delete dialog.dataset['lowered']
  open.push(dialog)
  update()
  return () => {
    const index = open.lastIndexOf(dialog)
    if (index >= 0) open.splice(index, 1)
    update()
  }
}

/** Makes third-party content usable above our dialogs. @returns makes dialogs that are still open modal again */
export function suspendModality(): () => void {
  const lowered = open.filter((dialog) => dialog instanceof HTMLDialogElement)
  const focused = document.activeElement
  // Suppresses the opening animation while the dialog is open.
  for (const dialog of lowered) {
    dialog.dataset['lowered'] = ''
    dialog.close()
    dialog.show()
  }
  refocus(focused)
  return () => {
    // The third-party content that had the focus may be gone.
    const now = document.activeElement === document.body ? focused : document.activeElement
    for (const dialog of lowered) {
      if (!dialog.open || !open.includes(dialog)) continue
      dialog.close()
      dialog.showModal()
    }
    refocus(now)
  }
}

/** Restores the focus, which opening and closing a dialog moves. */
function refocus(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
}

function update(): void {
  lockScroll(open.length > 0)
  top.set(open.at(-1) ?? null)
}

/** Reserves the gutter of a visible scrollbar, so the page does not shift. */
function lockScroll(locked: boolean) {
  const root = document.documentElement
  if (locked === root.classList.contains('scroll-locked')) return
  const hadScrollbar = locked && window.innerWidth > root.clientWidth
  root.classList.toggle('scroll-locked', locked)
  root.classList.toggle('scroll-locked-gutter', hadScrollbar)
}
