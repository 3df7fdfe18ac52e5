import { useId, useState } from 'react'

import { countLetters } from '@kundig/contract/texts/sanitising'

import { cx } from '../../design-system/class-names.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { TextWithCode } from '../../platform/text-with-code.tsx'
import { requestTexts } from './connection-requests.messages.ts'

/** Limits above which an introduction is collapsed. */
const FOLD_AFTER = { characters: 420, lines: 7 }

export function Introduction({ text, senderName }: { text: string; senderName: string }) {
  const texts = useTexts(requestTexts)
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const long = countLetters(text) > FOLD_AFTER.characters || text.split('\n').length > FOLD_AFTER.lines
  return (
    <div className="rounded-md bg-surface-2 px-3.5 py-3 text-[0.9375rem] leading-6 text-ink">
      <p id={id} dir="auto" className={cx('wrap-anywhere whitespace-pre-wrap', long && !unfolded && 'line-clamp-6')}>
        {/* `dir` keeps this English or Dutch label from setting the direction of the text. */}
        <span dir="ltr" className="sr-only">
          {`${texts.introductionOf(senderName)}: `}
        </span>
        <TextWithCode text={text} />
      </p>
      {long && (
        <button
          type="button"
          className="text-link mt-1 min-h-6 text-sm"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? texts.showLess : texts.showAll}
        </button>
      )}
    </div>
  )
}
