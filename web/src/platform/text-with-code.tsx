import { Fragment, type ReactNode } from 'react'

import { findCode } from '@kundig/contract/texts/code-spans'

/**
 * A text as it was typed, in which code between back-ticks has letters of one width. The back-ticks stay: what is
 * shown is what was written.
 * @param renderRest how the pieces around the code are shown; as they are, if left out
 */
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
