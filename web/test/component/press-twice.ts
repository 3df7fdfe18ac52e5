import type { Locator } from 'vitest/browser'

/** Presses a button twice before any answer. A real double click could hit a button that replaces the first button. */
export async function pressTwice(button: Locator): Promise<void> {
  const element = button.element()
  const press = () => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  press()
  // Waits for the microtask in which React renders the changes of the first press.
  await Promise.resolve()
  press()
}
