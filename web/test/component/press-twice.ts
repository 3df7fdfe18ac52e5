import type { Locator } from 'vitest/browser'

/** Presses twice before any answer. A double click could hit the button's replacement. */
export async function pressTwice(button: Locator): Promise<void> {
  const element = button.element()
  const press = () => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  press()
  // React renders an event's changes in a microtask.
  await Promise.resolve()
  press()
}
