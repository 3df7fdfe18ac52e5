import { PASSWORD_CRITERIA } from '@kundig/contract/auth/credentials'

import { cx } from '../../../design-system/class-names.ts'
import { CheckIcon } from '../../../design-system/icons.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'

/** The rule for a new password (spec 5): one sentence to hear, and to see a list whose parts tick off. */
export function PasswordRule({ id, password }: { id: string; password: string }) {
  const { passwordRule } = useTexts(authTexts)
  // What stands in brackets, and between them what makes a sentence of it.
  const parts = passwordRule.split(/[[\]]/u)
  return (
    <p id={id} className="field-hint flex flex-wrap gap-x-4 gap-y-1">
      {PASSWORD_CRITERIA.map((criterion, index) => (
        <Criterion
          key={criterion.source}
          before={parts[2 * index] ?? ''}
          text={parts[2 * index + 1] ?? ''}
          isMet={criterion.test(password)}
          // What no other part makes up for stands alone.
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
