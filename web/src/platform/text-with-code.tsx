import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { findCode } from '@kundig/contract/texts/code-spans'

import { IconButton } from '../design-system/button.tsx'
import { useCopying } from './use-copying.ts'

/** A fence: three back-ticks or more, perhaps a language, and the code on lines of its own. */
const FENCE = /^`{3,}[^\S\n]*[\w+#.-]*[^\S\n]*\n([^]*?)\n?[^\S\n]*`{3,}$/u

/** Shows code between back-ticks in monospace, without them. @param renderRest renders the other pieces */
export function TextWithCode({ text, renderRest }: { text: string; renderRest?: (piece: string) => ReactNode }) {
  const parts: ReactNode[] = []
  let from = 0
  const addRest = (end: number): void => {
    const piece = text.slice(from, end)
    if (piece !== '')
      parts.push(<Fragment key={from}>{renderRest ? renderRest(piece) : <span>{piece}</span>}</Fragment>)
  }
  for (const { start, end } of findCode(text)) {
    const written = text.slice(start, end)
    const block = FENCE.exec(written)?.[1]
    // A block has lines of its own, so that the line breaks around it would show as empty lines.
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

/** Removes the back-ticks, and the space that separates them from code with back-ticks of its own. */
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard
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
