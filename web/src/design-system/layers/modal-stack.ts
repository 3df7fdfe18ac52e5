import { createStore, type ReadonlyStore } from '../../platform/state/store.ts'

/**
 * The modal dialogs that are open, in the order in which they opened. Everything outside the topmost is inert,
 * so whoever must stay reachable above it (toasts) has to live inside it and needs to know which one it is.
 */
const open: HTMLElement[] = []
const top = createStore<HTMLElement | null>(null)

/** The modal dialog that has the screen, or null. */
export const topModal: ReadonlyStore<HTMLElement | null> = top

/** Registers an open modal dialog and locks the page behind it; call what is returned when it closes. */
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

/**
 * Lets what somebody else's code puts on the page, in no dialog of ours, be used above the open dialogs: they stay
 * where they are to be seen, but nothing outside them is inert.
 * @returns makes them modal again, except for those that were closed meanwhile
 */
export function suspendModality(): () => void {
  const lowered = open.filter((dialog) => dialog instanceof HTMLDialogElement)
  const focused = document.activeElement
  // Set for as long as the dialog is open: without it, it would come in once more.
  for (const dialog of lowered) {
    dialog.dataset['lowered'] = ''
    dialog.close()
    dialog.show()
  }
  refocus(focused)
  return () => {
    // What had the focus above the dialogs may be gone.
    const now = document.activeElement === document.body ? focused : document.activeElement
    for (const dialog of lowered) {
      if (!dialog.open || !open.includes(dialog)) continue
      dialog.close()
      dialog.showModal()
    }
    refocus(now)
  }
}

/** Opening and closing a dialog moves the focus; it goes back to where it was. */
function refocus(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true })
}

function update(): void {
  lockScroll(open.length > 0)
  top.set(open.at(-1) ?? null)
}

/** The gutter is kept only where a scrollbar was, so the page neither scrolls nor jumps. */
function lockScroll(locked: boolean) {
  const root = document.documentElement
  if (locked === root.classList.contains('scroll-locked')) return
  const hadScrollbar = locked && window.innerWidth > root.clientWidth
  root.classList.toggle('scroll-locked', locked)
  root.classList.toggle('scroll-locked-gutter', hadScrollbar)
}
