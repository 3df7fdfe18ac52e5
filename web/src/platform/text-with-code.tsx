import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { findCodeSpans } from '@kundig/contract/texts/code-spans'

import { IconButton } from '../design-system/button.tsx'
import { useCopying } from './use-copying.ts'

/** Code block: three or more back-ticks, an optional language, and the code on separate lines. */
const FENCE = /^`{3,}[^\S\n]*[\w+#.-]*[^\S\n]*\n([^]*?)\n?[^\S\n]*`{3,}$/u

/** Shows code in monospace and removes its back-ticks. @param renderRest renders the pieces without code */
export function TextWithCode({ text, renderRest }: { text: string; renderRest?: (piece: string) => ReactNode }) {
  const parts: ReactNode[] = []
  let from = 0
  const addRest = (end: number): void => {
    const piece = text.slice(from, end)
    if (piece !== '')
      parts.push(<Fragment key={from}>{renderRest ? renderRest(piece) : <span>{piece}</span>}</Fragment>)
  }
  for (const { start, end } of findCodeSpans(text)) {
    const written = text.slice(start, end)
    const block = FENCE.exec(written)?.[1]
    // Removes the line breaks around a code block, which would show as empty lines.
    addRest(block !== undefined && text[start - 1] === '\n' ? start - 1 : start)
    parts.push(
      block === undefined ? (
        <code key={start} translate="no" dir="ltr" className="font-mono text-[0.925em]">
          {stripBackTicks(written)}
        </code>
      ) : (
        <CodeBlock key={start} code={block} />
      ),
    )
    from = block !== undefined && text[end] === '\n' ? end + 1 : end
  }
  addRest(text.length)
  return parts
}

/** Removes the back-ticks around code, and a separating space if the code begins or ends with a back-tick. */
function stripBackTicks(written: string): string {
  const code = written.replaceAll(/^`+|`+$/gu, '')
  return /^ .*\S.* $/su.test(code) ? code.slice(1, -1) : code
}

function CodeBlock({ code }: { code: string }) {
  const { label, copy } = useCopying()
  return (
    <span className="my-1 flex items-start rounded-sm border border-border bg-surface text-ink">
      <code
        translate="no"
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards must reach long lines that scroll
        tabIndex={0}
        className="min-w-0 flex-1 overflow-x-auto py-2.5 ps-3 font-mono text-[0.925em] whitespace-pre"
      >
        {code}
      </code>
      <IconButton label={label} className="flex-none" onClick={() => copy(code)}>
        <Copy size={16} />
      </IconButton>
    </span>
  )
}
