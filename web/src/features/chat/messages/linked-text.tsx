import { Fragment, useMemo } from 'react'

import { findLinks } from './links.ts'

export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => findLinks(text), [text])
  return parts.map(({ text: piece, href }, index) =>
    href === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never change places
      <span key={index}>{piece}</span>
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never change places
        key={index}
        href={href}
        title={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        translate="no"
        dir="ltr"
        className="underline underline-offset-2"
      >
        {insertBreaks(piece)}
      </a>
    ),
  )
}

/** Allows line breaks between the parts of a long address. */
function insertBreaks(address: string) {
  return address.split(/(?<=[/&=])(?!\/)/u).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one address never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span>{part}</span>
    </Fragment>
  ))
}
