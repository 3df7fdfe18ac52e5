import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { trackPaymentBlock } from '../provider/paying-block.ts'
import type { SetupForm } from '../provider/provider.ts'
import { buildReturnUrl, useProviderForm } from '../provider/use-provider-form.ts'
import { reduceCardSetup, OPENING } from './card-setup-state.ts'
import { addCard, findDefaultCard } from './card.queries.ts'

/** Saves a card as the default. If the form disappears, the card is still saved, but `onSaved` is not called. */
export function useCardSetup({
  onSaved,
  beforeConfirm,
}: {
  onSaved: (card: Card) => void
  beforeConfirm?: (() => void) | undefined
}) {
  const queryClient = useQueryClient()
  const [state, dispatch] = useReducer(reduceCardSetup, OPENING)
  const beginSetup = useStartCardSetup()
  const { container, form } = useProviderForm<SetupForm>({
    attempt: state.form,
    clientSecret: async () => (await beginSetup(state.setup)).clientSecret,
    mount: (provider, place, options) => provider.mountSetupForm(place, options),
    onReady: () => dispatch({ type: 'ready' }),
    onFailed: (code) => dispatch({ type: 'not_opened', code }),
  })

  /** Confirms the setup with the provider. @returns the id of the finished setup; null when it did not finish */
  async function confirmSetup(setupForm: SetupForm): Promise<string | null> {
    beforeConfirm?.()
    try {
      const outcome = await setupForm.confirmSetup({ returnUrl: buildReturnUrl() })
      dispatch({ type: 'outcome', outcome })
      return outcome.status === 'succeeded' ? outcome.setupIntentId : null
    } catch (error) {
      dispatch({ type: 'not_confirmed', code: toFailure(error, 'CARD_SETUP_FAILED').code })
      return null
    }
  }

  const save = useEffectEvent(async () => {
    const mine = form.current
    if (mine === null) return
    const finished = state.finished ?? (await confirmSetup(mine))
    if (finished === null) return
    try {
      const card = findDefaultCard((await addCard(queryClient, finished)).items)
      if (form.current === mine && card) onSaved(card)
      dispatch({ type: 'added' })
    } catch (error) {
      dispatch({ type: 'not_added', code: toFailure(error, 'CARD_SETUP_FAILED').code })
    }
  })
  // Repeated requests start only one save.
  const isSaving = state.phase === 'saving'
  useEffect(() => {
    if (isSaving) void save()
  }, [isSaving])

  return {
    container,
    phase: state.phase,
    problem: state.problem,
    save: () => dispatch({ type: 'save' }),
    retry: () => dispatch({ type: 'retry' }),
  }
}

/** Returns a function that starts each setup once, by its number. A failed start is retried at the next call. */
function useStartCardSetup(): (number: number) => Promise<{ clientSecret: string }> {
  const setups = useRef(new Map<number, Promise<{ clientSecret: string }>>())
  return (number) => {
    const begun = setups.current.get(number)
    if (begun) return begun
    const setup = trackPaymentBlock(client.payments.startCardSetup())
    setups.current.set(number, setup)
    setup.catch(() => setups.current.delete(number))
    return setup
  }
}
