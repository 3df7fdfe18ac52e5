import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import { Avatar } from './avatars/avatar.tsx'
import { Notice } from './notice.tsx'

it('a notice may hold paragraphs', async () => {
  const errors = vi.spyOn(console, 'error')
  await render(
    <Notice tone="info">
      <p>{'First'}</p>
    </Notice>,
  )
  await expect.element(page.getByText('First')).toBeVisible()
  expect(errors).not.toHaveBeenCalled()
})

it('screen readers ignore an avatar without a name', async () => {
  const { container } = await render(<Avatar id="a" name="" />)
  await expect.poll(() => container.querySelector('svg')).not.toBeNull()
  expect(page.getByRole('img').elements()).toEqual([])
})
