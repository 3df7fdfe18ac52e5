import { computePasswordStrength, type PasswordStrength, STRENGTH_FILL } from '@kundig/contract/auth/credentials'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'

const FILL_CLASSES = {
  weak: 'bg-solid-danger',
  medium: 'bg-t-yellow',
  strong: 'bg-solid-success dark:bg-success',
} as const satisfies Record<PasswordStrength, string>

/** Strength of 33, 66 or 100 percent (spec 9). @param isCommon true means weak; null (unknown) shows the minimum */
export function PasswordStrengthBar({ password, isCommon }: { password: string; isCommon: boolean | null }) {
  const texts = useTexts(authTexts)
  const strength = isCommon === false ? computePasswordStrength(password) : 'weak'
  const word = password === '' || isCommon === null ? null : texts[strength]
  const fill = password === '' ? 0 : STRENGTH_FILL[strength]
  return (
    <div className="flex min-h-4.5 items-center gap-3">
      <div
        role="meter"
        aria-label={texts.strength}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={fill}
        aria-valuetext={word ?? '–'}
        className="h-1.5 flex-1 overflow-clip rounded-full bg-surface-3"
      >
        <div
          className={cx('h-full rounded-full transition-[width] duration-200', FILL_CLASSES[strength])}
          style={{ width: `${fill}%` }}
        />
      </div>
      {word !== null && (
        // A fixed width for the word keeps the length of the bar constant.
        <span aria-hidden="true" className="min-w-16 text-right text-xs font-semibold text-ink-2">
          {word}
        </span>
      )}
    </div>
  )
}
