import { type ComponentType, useState, useTransition } from 'react'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import { createLazyPart, MissingPart, usePartRetry } from './lazy-part.tsx'

it('a part that loads during a transition causes no React error', async () => {
  const errors = vi.spyOn(console, 'error')
  const { promise, resolve } = Promise.withResolvers<ComponentType<object>>()
  const Part = createLazyPart(() => promise)
  function Screen() {
    const [isOpen, setIsOpen] = useState(false)
    const [isPending, startTransition] = useTransition()
    return (
      <>
        <button type="button" aria-busy={isPending} onClick={() => startTransition(() => setIsOpen(true))}>
          {'Open'}
        </button>
        {isOpen && <Part />}
      </>
    )
  }
  await render(<Screen />)
  const button = page.getByRole('button', { name: 'Open' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  resolve(() => <p>{'Loaded'}</p>)
  await expect.element(page.getByText('Loaded')).toBeVisible()
  expect(errors).not.toHaveBeenCalled()
})

it('a part that fails at the event online loads by a later retry', async () => {
  const fetchAgain = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true)
  const part = new MissingPart(new TypeError('Failed to fetch'), fetchAgain)
  const onThere = vi.fn<() => void>()
  function Failed() {
    usePartRetry(part, onThere)
    return null
  }
  await render(<Failed />)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => onThere.mock.calls.length, { timeout: 5000 }).toBe(1)
  expect(fetchAgain).toHaveBeenCalledTimes(2)
})
