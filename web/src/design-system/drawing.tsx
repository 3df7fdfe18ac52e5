import { type ComponentProps, type ComponentType, useState } from 'react'

import { useHydrated } from '../platform/hydrated.ts'
import { fetchModule, useLazyModule } from './lazy-module.ts'

type Load<Props> = () => Promise<{ Content: ComponentType<Props> }>

const loads: (() => Promise<object>)[] = []

/** Prefetches all drawings. Never rejects: a missing drawing is fetched again when shown. */
export async function loadDrawings(): Promise<void> {
  await Promise.allSettled(loads.map(fetchModule))
}

/**
 * Creates an `svg` component. In a server-rendered page it keeps the server's drawing and does not load the drawing's
 * code. The first drawing that the server did not render fetches the code. A changed drawing needs another React key.
 * @param onServer the drawing's code, on the server only
 */
export function createDrawing<Props extends object>(
  load: Load<Props>,
  onServer: Awaited<ReturnType<Load<Props>>> | null,
) {
  loads.push(load)
  return function Drawing({ content, ...svg }: Omit<ComponentProps<'svg'>, 'content'> & { content: Props }) {
    const hydrated = useHydrated()
    const [isKept] = useState(!hydrated)
    const fetched = useLazyModule(load, !isKept)
    const code = onServer ?? fetched
    const frame = { ...svg, fill: 'none', 'aria-hidden': true }
    if (code)
      return (
        <svg key="drawn" {...frame}>
          <code.Content {...content} />
        </svg>
      )
    // oxlint-disable-next-line react/no-danger -- the empty text makes React keep the server's HTML
    return <svg key="kept" {...frame} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
