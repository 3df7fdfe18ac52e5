import { Fragment, type ReactNode } from 'react'

import { findCode } from '@kundig/contract/texts/code-spans'

/** Shows code between back-ticks in monospace; keeps the back-ticks. @param renderRest renders the other pieces */
export function TextWithCode({ text, renderRest }: { text: string; renderRest?: (piece: string) => ReactNode }) {
  const parts: ReactNode[] = []
  let from = 0
  const addRest = (end: number): void => {
    const piece = text.slice(from, end)
    if (piece !== '')
      parts.push(<Fragment key={from}>{renderRest ? renderRest(piece) : <span>{piece}</span>}</Fragment>)
  }
  for (const { start, end } of findCode(text)) {
    addRest(start)
    parts.push(
      <code key={start} translate="no" dir="ltr" className="font-mono text-[0.925em]">
        {text.slice(start, end)}
      </code>,
    )
    from = end
  }
  addRest(text.length)
  return parts
}
