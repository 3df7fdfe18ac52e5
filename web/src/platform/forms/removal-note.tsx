import { truncate } from '@kundig/contract/texts/truncating'

import { DelayedAnnouncement } from '../../design-system/announced.tsx'
import { defineTexts, useTexts } from '../i18n/texts.ts'

const texts = defineTexts({
  en: {
    removed: 'Will be removed:',
    more: (count: number) => `and ${count} more`,
    codeStays: 'Code in `backticks` stays.',
  },
  nl: {
    removed: 'Wordt verwijderd:',
    more: (count) => `en nog ${count}`,
    codeStays: 'Code tussen `backticks` blijft staan.',
  },
})

/** Limits that keep the note on one line of a phone. */
const NAMED_MAX = 3
const PIECE_MAX = 20

/** Note that names the parts of a text that the server will not store. @param removed parts that `clean` removed */
export function RemovalNote({ removed }: { removed: readonly string[] }) {
  const said = useTexts(texts)
  const pieces = [...new Set(removed.map((piece) => truncate(piece.replace(/\s+/gu, ' '), PIECE_MAX)))]
  const named = pieces.slice(0, NAMED_MAX).join(', ')
  const more = pieces.length > NAMED_MAX ? said.more(pieces.length - NAMED_MAX) : ''
  const isNothing = removed.length === 0
  const list = more === '' ? named : `${named} ${more}`
  return (
    <>
      {!isNothing && (
        <span aria-hidden="true" className="flex gap-[0.5ch] whitespace-nowrap">
          <span className="flex-none">{said.removed}</span>
          <bdi translate="no" className="truncate font-mono font-medium text-ink">
            {named}
          </bdi>
          {more && <span className="flex-none">{more}</span>}
          <span className="shrink-1000 truncate max-md:hidden">{`· ${said.codeStays}`}</span>
        </span>
      )}
      <DelayedAnnouncement text={isNothing ? '' : `${said.removed} ${list}. ${said.codeStays}`} />
    </>
  )
}
