import type { Locator } from 'vitest/browser'

/** Presses a button twice, the second time before there can be an answer. A double click could hit what replaces the button. */
export async function pressTwice(button: Locator): Promise<void> {
  const element = button.element()
  const press = () => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  press()
  // React renders what an event changes in a microtask.
  await Promise.resolve()
  press()
}
