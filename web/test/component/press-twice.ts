import type { Locator } from 'vitest/browser'

/** Presses a button twice before any answer. A double click could hit another button that replaces it. */
export async function pressTwice(button: Locator): Promise<void> {
  const element = button.element()
  const press = () => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  press()
  // React renders an event's changes in a microtask.
  await Promise.resolve()
  press()
}
