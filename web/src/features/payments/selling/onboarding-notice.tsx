import { IconButton } from '../../../design-system/button.tsx'
import { CloseIcon, WarningIcon } from '../../../design-system/icons.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { GETTING_PAID_HREF } from '../section-anchors.ts'
import { onboardingTexts } from './onboarding.messages.ts'

/** Failures on return from Stripe's onboarding (spec 2): no account, or Stripe was unreachable. */
export type OnboardingError = 'stripe-onboarding-failed' | 'stripe-error'

export function OnboardingNotice({ error, onDismiss }: { error: OnboardingError; onDismiss: () => void }) {
  const texts = useTexts(onboardingTexts)
  const errorText = useErrorText()
  const isUnchecked = error === 'stripe-error'
  return (
    <div role="alert" className="mb-5 flex items-start gap-3 rounded-md bg-danger-soft py-1.5 pr-1.5 pl-4">
      <WarningIcon size={20} className="mt-3 flex-none text-danger" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1 py-2.5">
        <p className="font-semibold">{errorText(isUnchecked ? 'ONBOARDING_CHECK_FAILED' : 'ONBOARDING_UNFINISHED')}</p>
        <p className="text-sm text-ink-2">{isUnchecked ? texts.unchecked : texts.unfinished}</p>
        <Link
          href={isUnchecked ? '/stripe/return' : GETTING_PAID_HREF}
          className={toButtonClass('secondary', 'sm', 'mt-2')}
        >
          {isUnchecked ? texts.tryAgain : texts.toAccount}
        </Link>
      </div>
      <IconButton label={texts.dismiss} onClick={onDismiss}>
        <CloseIcon size={20} />
      </IconButton>
    </div>
  )
}
