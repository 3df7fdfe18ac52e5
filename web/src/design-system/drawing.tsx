import { type ComponentProps, type ComponentType, useState } from 'react'

import { useHydrated } from '../platform/hydrated.ts'
import { fetchModule, useLazyModule } from './lazy-module.ts'

type Load<Props> = () => Promise<{ Content: ComponentType<Props> }>

const loads: (() => Promise<object>)[] = []

/** Prefetches all drawings. Never fails: they are fetched again when shown. */
export async function loadDrawings(): Promise<void> {
  await Promise.allSettled(loads.map(fetchModule))
}

/**
 * Makes an `svg` without code on server-rendered pages: the browser keeps the server's drawing.
 * Fetches the code for the first other drawing. A new drawing in the same position needs another key.
 * @param onServer the same code, on the server
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
    // oxlint-disable-next-line react/no-danger -- an empty text: it makes React leave alone what the server wrote
    return <svg key="kept" {...frame} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
