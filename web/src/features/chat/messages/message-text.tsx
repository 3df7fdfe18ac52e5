import { memo } from 'react'

import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { mayContainLink } from './may-hold-link.ts'

/** The code for links is loaded on demand, because it is large and most messages have no links. */
const loadLinks = () => import('./linked-text.tsx')

/** Text of a message. The text is parsed only once, although each change of the list renders the row. */
export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return <TextWithCode text={text} renderRest={(piece) => <TextWithLinks text={piece} />} />
})

function TextWithLinks({ text }: { text: string }) {
  const links = useLazyModule(loadLinks, mayContainLink(text))
  return links ? <links.LinkedText text={text} /> : <span>{text}</span>
}
