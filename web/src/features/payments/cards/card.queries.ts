import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { api, client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { checkExpiry } from './card-name.ts'

export const cardsQuery = queryOptions(api.payments.cards.queryOptions())

export function findDefaultCard(cards: readonly Card[]): Card | null {
  return cards.find((card) => card.is_default) ?? cards[0] ?? null
}

/** Returns the default card, or another valid card when the default has expired; null without a valid card. */
export function findPayableCard(cards: readonly Card[]): Card | null {
  return findDefaultCard(cards.filter((card) => checkExpiry(card) !== 'expired'))
}

async function cacheCards(queryClient: QueryClient, cards: { items: Card[] }, ended: AbortSignal): Promise<void> {
  if (!ended.aborted) await queryClient.cancelQueries({ queryKey: cardsQuery.queryKey })
  if (!ended.aborted) queryClient.setQueryData(cardsQuery.queryKey, cards)
}

/** Adds the card of a finished setup, as the default card. @returns all cards */
export async function addCard(queryClient: QueryClient, setupIntentId: string): Promise<{ items: Card[] }> {
  const ended = getSessionSignal(queryClient)
  const cards = await client.payments.addCard({ setup_intent_id: setupIntentId })
  await cacheCards(queryClient, cards, ended)
  return cards
}

interface CardCallbacks {
  onDone: (card: Card) => void
  onError: (error: unknown) => void
}

function useCardChange(change: (id: string) => Promise<{ items: Card[] }>, { onDone, onError }: CardCallbacks) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Card) => change(id),
    onMutate: () => getSessionSignal(queryClient),
    onSuccess: async (cards, card, ended) => {
      await cacheCards(queryClient, cards, ended)
      onDone(card)
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: cardsQuery.queryKey })
      onError(error)
    },
  })
}

export function useMakeDefaultCard(callbacks: CardCallbacks) {
  return useCardChange((id) => client.payments.makeDefaultCard({ id }), callbacks)
}

export function useRemoveCard(callbacks: CardCallbacks) {
  return useCardChange((id) => client.payments.removeCard({ id }), callbacks)
}
