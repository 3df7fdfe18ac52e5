import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { mayHoldLink } from './may-hold-link.ts'

/** What finds links is large, and most messages hold none. */
const loadLinks = () => import('./linked-text.tsx')

/** A message's text as it was typed, with links, except within code. */
export function MessageText({ text }: { text: string }) {
  return <TextWithCode text={text} renderRest={(piece) => <TextWithLinks text={piece} />} />
}

function TextWithLinks({ text }: { text: string }) {
  const links = useLazyModule(loadLinks, mayHoldLink(text))
  return links ? <links.LinkedText text={text} /> : <span>{text}</span>
}
