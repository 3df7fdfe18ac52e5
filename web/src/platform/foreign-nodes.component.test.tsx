import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { mountPart } from '../../test/component/mount.tsx'
import { tolerateForeignNodes } from './foreign-nodes.ts'

const { removeChild, insertBefore } = Object.getOwnPropertyDescriptors(Node.prototype)

/** Component with a bare text node among its siblings, as some libraries render. */
function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count === 2 && <b>{'first'}</b>}
      {count > 0 && <i>{'early'}</i>}
      {count === 0 && 'bare'}
      {'last'}
    </button>
  )
}

/** Wraps or replaces a node, as page translators do. */
function wrap(node: ChildNode | undefined, isReplaced: boolean): void {
  const wrapper = document.createElement('span')
  node?.replaceWith(wrapper)
  if (node) wrapper.append(isReplaced ? node.cloneNode(true) : node)
}

describe('a page with nodes changed by other programs', () => {
  afterEach(() => {
    Object.defineProperties(Node.prototype, { removeChild, insertBefore })
  })

  it.each([
    { way: 'replaced', isReplaced: true },
    { way: 'wrapped', isReplaced: false },
  ])('React can still update a text that another program has $way', async ({ isReplaced }) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    tolerateForeignNodes()
    await mountPart(<Counter />)
    const button = page.getByRole('button')
    for (const node of Array.from(button.element().childNodes)) wrap(node, isReplaced)
    await button.click()
    await expect.poll(() => button.element().textContent).toMatch(/early/u)
    await button.click()
    await expect.poll(() => button.element().textContent).toMatch(/first/u)
    expect(warn).toHaveBeenCalledOnce()
  })

  it('shows wrapped text in the right order', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    tolerateForeignNodes()
    await mountPart(<Counter />)
    const button = page.getByRole('button')
    for (const node of Array.from(button.element().childNodes)) wrap(node, false)
    await button.click()
    await button.click()
    await expect.poll(() => button.element().textContent).toMatch(/^first\s*early\s*last$/u)
  })
})
