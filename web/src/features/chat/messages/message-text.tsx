import { memo } from 'react'

import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { mayHoldLink } from './may-hold-link.ts'

/** Loaded on demand: the code is large, and most messages have no links. */
const loadLinks = () => import('./linked-text.tsx')

/** Parses its text once, although its row is rendered with every change of the list. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return <TextWithCode text={text} renderRest={(piece) => <TextWithLinks text={piece} />} />
})

function TextWithLinks({ text }: { text: string }) {
  const links = useLazyModule(loadLinks, mayHoldLink(text))
  return links ? <links.LinkedText text={text} /> : <span>{text}</span>
}
