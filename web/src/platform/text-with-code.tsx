import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { findCode } from '@kundig/contract/texts/code-spans'

import { IconButton } from '../design-system/button.tsx'
import { useCopying } from './use-copying.ts'

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
    addRest(start)
    parts.push(<Code key={start} written={text.slice(start, end)} />)
    from = end
  }
  addRest(text.length)
  return parts
}

/** A fence: three back-ticks or more, perhaps a language, and the code on lines of its own. */
const FENCE = /^`{3,}[^\S\n]*[\w+#.-]*[^\S\n]*\n([^]*?)\n?[^\S\n]*`{3,}$/u

function Code({ written }: { written: string }) {
  const block = FENCE.exec(written)?.[1]
  return block === undefined ? (
    <code translate="no" dir="ltr" className="font-mono text-[0.925em]">
      {stripBackTicks(written)}
    </code>
  ) : (
    <CodeBlock code={block} />
  )
}

/** Removes the back-ticks, and the space that separates them from code with back-ticks of its own. */
function stripBackTicks(written: string): string {
  const code = written.replaceAll(/^`+|`+$/gu, '')
  return /^ .*\S.* $/su.test(code) ? code.slice(1, -1) : code
}

function CodeBlock({ code }: { code: string }) {
  const { label, copy } = useCopying()
  return (
    <span className="relative my-1 block rounded-sm border border-border bg-surface text-ink">
      <code
        translate="no"
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, also by keyboard
        tabIndex={0}
        className="block overflow-x-auto py-2 ps-3 pe-12 font-mono text-[0.925em] whitespace-pre"
      >
        {code}
      </code>
      <IconButton label={label} className="absolute end-0 top-0" onClick={() => copy(code)}>
        <Copy size={16} />
      </IconButton>
    </span>
  )
}
