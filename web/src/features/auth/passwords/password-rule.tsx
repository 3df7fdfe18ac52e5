import { PASSWORD_CRITERIA } from '@kundig/contract/auth/credentials'

import { cx } from '../../../design-system/class-names.ts'
import { CheckIcon } from '../../../design-system/icons.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'

/** Rule for a new password (spec 5): one sentence for screen readers, and a visible checklist. */
export function PasswordRule({ id, password }: { id: string; password: string }) {
  const { passwordRule } = useTexts(authTexts)
  // Splits the sentence at its brackets. Every second piece is a part of the checklist.
  const parts = passwordRule.split(/[[\]]/u)
  return (
    <p id={id} className="field-hint flex flex-wrap gap-x-4 gap-y-1">
      {PASSWORD_CRITERIA.map((criterion, index) => (
        <Criterion
          key={criterion.source}
          before={parts[2 * index] ?? ''}
          text={parts[2 * index + 1] ?? ''}
          isMet={criterion.test(password)}
          isAlone={index === 0}
        />
      ))}
    </p>
  )
}

interface CriterionProps {
  before: string
  text: string
  isMet: boolean
  isAlone: boolean
}

function Criterion({ before, text, isMet, isAlone }: CriterionProps) {
  return (
    <>
      <span className="sr-only">{before}</span>
      <span
        data-met={isMet}
        className={cx('inline-flex items-center gap-1.5', isAlone && 'basis-full', isMet && 'text-success')}
      >
        <span
          aria-hidden="true"
          className={cx(
            'grid size-4 flex-none place-items-center rounded-full',
            isMet ? 'bg-success-soft' : 'border border-border-strong',
          )}
        >
          {isMet && <CheckIcon size={12} strokeWidth={3} />}
        </span>
        <span>{text}</span>
      </span>
    </>
  )
}
