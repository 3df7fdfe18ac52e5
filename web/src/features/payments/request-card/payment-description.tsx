import { useId, useState } from 'react'

import { countLetters } from '@kundig/contract/texts/sanitising'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { requestCardTexts } from './request-card.messages.ts'

/** Maximum length of a description shown in full. A longer text is collapsed, so that the chat remains visible. */
const FOLD_AFTER = { characters: 160, lines: 4 }

export function PaymentDescription({ text, className }: { text: string; className?: string }) {
  const texts = useTexts(requestCardTexts)
  const id = useId()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isLong = countLetters(text) > FOLD_AFTER.characters || text.split('\n').length > FOLD_AFTER.lines
  return (
    <div className={cx('min-w-0', className)}>
      <p
        id={id}
        dir="auto"
        className={cx('wrap-anywhere whitespace-pre-wrap', isLong && !isUnfolded && 'line-clamp-4')}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="text-link mt-1 min-h-6 text-sm"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? texts.showLess : texts.showAll}
        </button>
      )}
    </div>
  )
}
