import { Fragment, useMemo } from 'react'

import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { findLinks } from './links.ts'

/** A message's text as it was typed, with links, except within code. */
export function MessageText({ text }: { text: string }) {
  return <TextWithCode text={text} renderRest={(piece) => <LinkedText text={piece} />} />
}

function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => findLinks(text), [text])
  return parts.map(({ text: piece, href }, index) =>
    href === null ? (
      piece
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never change places
        key={index}
        href={href}
        // The address as a browser reads it.
        title={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        dir="ltr"
        className="underline underline-offset-2"
      >
        {withBreaks(piece)}
      </a>
    ),
  )
}

/** A long address breaks between its parts before it breaks within one. */
function withBreaks(address: string) {
  return address.split(/(?<=[/&=])(?!\/)/u).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one address never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
