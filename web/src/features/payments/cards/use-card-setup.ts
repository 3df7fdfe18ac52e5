import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Card } from '@kundig/contract/payments/payments.contract'

import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { usePreference } from '../../../platform/preferences/preferences.ts'
import { cardTexts } from './card.messages.ts'
import type { DeclineReason } from '../provider/decline-reason.ts'
import { declineTexts } from '../provider/decline.messages.ts'
import { addCard, findDefaultCard } from './card.queries.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { loadProvider } from '../provider/provider-loader.ts'
import type { SetupForm, SetupOutcome } from '../provider/provider.ts'

/** Where a bank that took the person elsewhere sends them back to (spec 7). */
const RETURN_PATH = '/payment-success'

/** What went wrong: why the card was refused, which is told with what that means; or anything else, in words. */
export type CardSetupProblem = { reason: DeclineReason } | { text: string }

/** How far saving a card is. `failed`: there is no form, and it can be tried again. */
export type CardSetupPhase = 'opening' | 'ready' | 'saving' | 'failed'

/** What the interface says instead, where the server speaks of its own part of the work (spec 8). */
const SAID_AS: Partial<Record<ErrorCode, ErrorCode>> = {
  NO_SESSION: 'PAYMENT_NO_SESSION',
  SETUP_INTENT_FAILED: 'PAYMENT_SETUP_FAILED',
}

/** The server says that this setup can never become a card: only another one can. */
const FINAL: readonly ErrorCode[] = ['CARD_SETUP_FAILED', 'CARD_NOT_FOUND', 'INVALID_INPUT']

/**
 * Saving a card, from beginning the setup at the server to the card being one's default one. A setup is begun once,
 * and again only when the one before is of no use any more.
 * @param onSaved called with the new card, unless the form was taken away meanwhile; the card is saved all the same
 * @param beforeConfirm called before the person may be led away from the page
 */
export function useCardSetup({
  onSaved,
  beforeConfirm,
}: {
  onSaved: (card: Card) => void
  beforeConfirm?: (() => void) | undefined
}) {
  const texts = useTexts(cardTexts)
  const reasons = useTexts(declineTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const dark = usePreference('darkMode')
  const queryClient = useQueryClient()
  const container = useRef<HTMLDivElement>(null)
  const form = useRef<SetupForm | null>(null)
  const setup = useRef<Promise<{ clientSecret: string }> | null>(null)
  /** A setup that Stripe is done with and the server does not know of yet. */
  const finished = useRef<string | null>(null)
  const saving = useRef(false)
  const [attempt, setAttempt] = useState(0)
  const [phase, setPhase] = useState<CardSetupPhase>('opening')
  const [problem, setProblem] = useState<CardSetupProblem | null>(null)

  const wording = (error: unknown, fallback: ErrorCode): string => {
    const { code } = toFailure(error, fallback)
    return errorText(SAID_AS[code] ?? code)
  }

  const fail = useEffectEvent((error: unknown) => {
    setProblem({ text: wording(error, 'PAYMENT_SETUP_FAILED') })
    setPhase('failed')
  })

  const mount = useEffectEvent(async (isLeft: () => boolean) => {
    const configuration = await queryClient.query(configurationQuery)
    const provider = await loadProvider(configuration)
    if (isLeft()) return
    const { clientSecret } = await (setup.current ??= client.payments.startCardSetup())
    const place = container.current
    if (isLeft() || place === null) return
    const before = document.activeElement
    form.current = provider.mountSetupForm(place, {
      clientSecret,
      language,
      dark,
      onReady() {
        if (isLeft()) return
        setPhase('ready')
        // Whoever has gone on to something else meanwhile stays there.
        if (document.activeElement === before || document.activeElement === document.body) form.current?.focus()
      },
      onFailed() {
        if (isLeft()) return
        setProblem({ text: errorText('PROVIDER_FAILED') })
        setPhase('failed')
      },
    })
  })

  useEffect(() => {
    let left = false
    mount(() => left).catch((error: unknown) => {
      // What failed to begin is begun anew.
      setup.current?.catch(() => {
        setup.current = null
      })
      if (!left) fail(error)
    })
    return () => {
      left = true
      form.current?.unmount()
      form.current = null
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt is what it is done again for
  }, [attempt])

  useEffect(() => form.current?.setAppearance({ language, dark }), [language, dark])

  function openAgain(): void {
    setPhase('opening')
    setAttempt((before) => before + 1)
  }

  function openAnew(why: string): void {
    setup.current = null
    finished.current = null
    setProblem({ text: `${why} ${texts.newForm}` })
    openAgain()
  }

  /** @returns the id of a setup that Stripe is done with; null once the person has been told why there is none */
  function read(outcome: SetupOutcome): string | null {
    switch (outcome.status) {
      case 'succeeded':
        return outcome.setupIntentId
      case 'processing':
        setProblem({ text: texts.savedElsewhere })
        return null
      case 'abandoned':
        setProblem({ reason: 'abandoned' })
        return null
      case 'failed':
        if (outcome.code === 'over') openAnew(reasons.over)
        // What is missing stands beside the fields.
        else if (outcome.code !== 'form_incomplete')
          setProblem(outcome.code === 'unknown' ? { text: errorText('CARD_SETUP_FAILED') } : { reason: outcome.code })
        return null
    }
  }

  async function confirmAndAdd(): Promise<void> {
    const mine = form.current
    if (mine === null) return
    if (finished.current === null) {
      beforeConfirm?.()
      finished.current = read(await mine.confirmSetup({ returnUrl: `${window.location.origin}${RETURN_PATH}` }))
    }
    if (finished.current === null) return
    try {
      const { items } = await addCard(queryClient, finished.current)
      finished.current = null
      const card = findDefaultCard(items)
      if (form.current === mine && card) onSaved(card)
    } catch (error) {
      const { code } = toFailure(error, 'CARD_SETUP_FAILED')
      if (FINAL.includes(code)) openAnew(`${errorText('CARD_SETUP_FAILED')}.`)
      else setProblem({ text: wording(error, 'CARD_SETUP_FAILED') })
    }
  }

  async function save(): Promise<void> {
    if (saving.current || phase !== 'ready') return
    saving.current = true
    setProblem(null)
    setPhase('saving')
    try {
      await confirmAndAdd()
    } catch (error) {
      setProblem({ text: wording(error, 'CARD_SETUP_FAILED') })
    } finally {
      saving.current = false
      // A form that is opened anew is not ready yet.
      setPhase((now) => (now === 'saving' ? 'ready' : now))
    }
  }

  return {
    /** Goes on the element into which the form is put. */
    container,
    phase,
    /** What went wrong last; null when nothing did. */
    problem,
    save: () => void save(),
    retry: () => {
      setProblem(null)
      openAgain()
    },
  }
}
