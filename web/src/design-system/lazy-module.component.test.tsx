import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import { useLazyModule } from './lazy-module.ts'

const load = () => Promise.resolve({ text: 'fetched' })

function Caller({ name, isWanted }: { name: string; isWanted: boolean }) {
  const part = useLazyModule(load, isWanted)
  return (
    <p>
      {name}: {part?.text ?? 'nothing'}
    </p>
  )
}

it('passes a loaded module only to callers that still want it', async () => {
  const screen = await render(<Caller name="first" isWanted />)
  await expect.element(page.getByText('first: fetched')).toBeVisible()
  const both = (isWanted: boolean) => (
    <>
      <Caller name="first" isWanted={isWanted} />
      <Caller name="second" isWanted={false} />
    </>
  )
  await screen.rerender(both(true))
  await expect.element(page.getByText('second: nothing')).toBeVisible()
  await screen.rerender(both(false))
  await expect.element(page.getByText('first: nothing')).toBeVisible()
})
