import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { termsRefused } from '../../../platform/api/terms-refused.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useStore } from '../../../platform/state/store.ts'
import { refreshSession } from '../session.queries.ts'
import { termsGateTexts } from './terms-gate.messages.ts'

/** Dialog that asks for consent to new terms after a refused call. The screen below keeps its typed values. */
export function TermsGate() {
  const texts = useTexts(termsGateTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const isOpen = useStore(termsRefused)
  const [isBusy, setIsBusy] = useState(false)
  const close = (): void => termsRefused.set(false)

  async function acceptNewTerms(): Promise<void> {
    setIsBusy(true)
    const ended = getSessionSignal(queryClient)
    try {
      // Another tab may have accepted the terms, or the terms may be newer than this page.
      const session = await refreshSession(queryClient)
      if (session?.terms) await client.auth.acceptTerms({ version: session.terms.version })
      if (ended.aborted) return
      void refreshSession(queryClient)
      removeBanner()
      toast.success(texts.accepted)
      close()
    } catch (error) {
      if (ended.aborted) return close()
      const { code } = toFailure(error)
      toast.error(errorText(code))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <ConfirmDialog
      open={isOpen}
      title={texts.title}
      body={
        <>
          <p>{texts.text}</p>
          <p className="mt-3">
            {/* The link opens another tab, so that typed values stay. */}
            <a href="/terms" target="_blank" rel="noopener" className={textLinkClass}>
              {texts.read}
            </a>
          </p>
        </>
      }
      confirmLabel={texts.accept}
      cancelLabel={texts.notNow}
      busy={isBusy}
      onConfirm={() => void acceptNewTerms()}
      onCancel={close}
    />
  )
}

/** Removes the banner about new terms that the server put above the page (`terms-banner.ts`). */
function removeBanner(): void {
  document.querySelector('.terms-banner')?.remove()
}
