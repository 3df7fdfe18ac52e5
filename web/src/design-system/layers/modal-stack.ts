import { createStore, type ReadonlyStore } from '../../platform/state/store.ts'

/** Open modal dialogs in order of opening. Toasts move into the topmost dialog: the browser makes the others inert. */
const open: HTMLElement[] = []
const top = createStore<HTMLElement | null>(null)

export const topModal: ReadonlyStore<HTMLElement | null> = top

/** Registers a modal dialog and locks the page's scrolling. @returns function to call when the dialog closes */
export function pushModal(dialog: HTMLElement): () => void {
  delete dialog.dataset['lowered']
  open.push(dialog)
  updateTopModal()
  return () => {
    const index = open.lastIndexOf(dialog)
    if (index >= 0) open.splice(index, 1)
    updateTopModal()
  }
}

/** Makes our dialogs non-modal below third-party content. @returns function that makes open dialogs modal again */
export function suspendModality(): () => void {
  const lowered = open.filter((dialog) => dialog instanceof HTMLDialogElement)
  const focused = document.activeElement
  // The `lowered` attribute suppresses the opening animation.
  for (const dialog of lowered) {
    dialog.dataset['lowered'] = ''
    dialog.close()
    dialog.show()
  }
  restoreFocus(focused)
  return () => {
    // The third-party element with the focus may have been removed.
    const now = document.activeElement === document.body ? focused : document.activeElement
    for (const dialog of lowered) {
      if (!dialog.open || !open.includes(dialog)) continue
      dialog.close()
      dialog.showModal()
    }
    restoreFocus(now)
  }
}

/** Restores the focus after opening or closing a dialog has moved it. */
function restoreFocus(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
}

function updateTopModal(): void {
  lockScroll(open.length > 0)
  top.set(open.at(-1) ?? null)
}

/** Keeps the space of a visible scrollbar, so that the page does not shift. */
function lockScroll(locked: boolean) {
  const root = document.documentElement
  if (locked === root.classList.contains('scroll-locked')) return
  const hadScrollbar = locked && window.innerWidth > root.clientWidth
  root.classList.toggle('scroll-locked', locked)
  root.classList.toggle('scroll-locked-gutter', hadScrollbar)
}
