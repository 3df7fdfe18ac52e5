import { useQuery } from '@tanstack/react-query'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { providersQuery } from '../providers.queries.ts'
import { googleTexts } from './google.messages.ts'
import { useGoogleSignIn } from './use-google-sign-in.ts'

export interface GoogleButtonProps {
  /** @param isIn false when the person still needs a second factor, or is suspended or banned */
  onDone: (isIn: boolean) => void
  /** Called on click with the surrounding form. Returns false to prevent the Google window. */
  mayStart?: (form: HTMLFormElement | null) => boolean
}

/** Google button, if the server offers Google. Its space is reserved until the server has answered. */
export function GoogleButton(props: GoogleButtonProps) {
  const { data, isPending } = useQuery(providersQuery)
  if (!isPending && !data?.google) return null
  return (
    <div className={isPending ? 'invisible' : undefined}>
      <GoogleButtonContent {...props} />
    </div>
  )
}

function GoogleButtonContent({ onDone, mayStart }: GoogleButtonProps) {
  const texts = useTexts(googleTexts)
  const errorText = useErrorText()
  const { start, refused, isWaiting, busy } = useGoogleSignIn(onDone)
  return (
    <div className="mt-5 grid gap-4">
      <p className="flex items-center gap-3 text-sm text-ink-2 before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {texts.or}
      </p>
      <Button
        variant="secondary"
        size="lg"
        busy={busy}
        onClick={({ currentTarget }) => (mayStart?.(currentTarget.form) ?? true) && start()}
      >
        <span className="inline-flex items-center gap-3">
          <GoogleMark />
          <span>{isWaiting ? texts.waitingForGoogle : texts.continueWithGoogle}</span>
        </span>
      </Button>
      <p role="status" className={isWaiting ? 'text-center text-sm text-balance text-ink-2' : 'sr-only'}>
        {isWaiting && texts.waitingHint}
      </p>
      <FormError text={refused && errorText(refused)} />
    </div>
  )
}

function GoogleMark() {
  const arc = { fill: 'none', strokeWidth: 4 }
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="flex-none">
      <path {...arc} stroke="#ea4335" d="M18.4 6.6A8.5 8.5 0 0 0 4.6 7.8" />
      <path {...arc} stroke="#fbbc05" d="M4.6 7.8a8.5 8.5 0 0 0 0 8.4" />
      <path {...arc} stroke="#34a853" d="M4.6 16.2a8.5 8.5 0 0 0 12.8 2.4" />
      <path {...arc} stroke="#4285f4" d="M17.4 18.6A8.5 8.5 0 0 0 20.5 12H12" />
    </svg>
  )
}
