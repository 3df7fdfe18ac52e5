import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { Card } from '@kundig/contract/payments/payments.contract'

import { api, client } from '../../../platform/api/client.ts'
import { checkExpiry } from './card-name.ts'

/** Options of the query for one's saved cards, the default one first. */
export const cardsQuery = queryOptions(api.payments.cards.queryOptions())

/** The card that payments are made with, if there is one. */
export function findDefaultCard(cards: readonly Card[]): Card | null {
  return cards.find((card) => card.is_default) ?? cards[0] ?? null
}

/** The card to pay with: the default one, or another when that has expired; null when there is none that is good. */
export function findPayableCard(cards: readonly Card[]): Card | null {
  return findDefaultCard(cards.filter((card) => checkExpiry(card) !== 'expired'))
}

/** Takes a list of cards that the server answered with for the one that is known. */
async function putCards(queryClient: QueryClient, cards: { items: Card[] }): Promise<void> {
  await queryClient.cancelQueries({ queryKey: cardsQuery.queryKey })
  queryClient.setQueryData(cardsQuery.queryKey, cards)
}

/** Tells the server that a card was saved. @returns the cards with the new one, which is the default now */
export async function addCard(queryClient: QueryClient, setupIntentId: string): Promise<{ items: Card[] }> {
  const cards = await client.payments.addCard({ setup_intent_id: setupIntentId })
  await putCards(queryClient, cards)
  return cards
}

interface CardCallbacks {
  onDone: (card: Card) => void
  onError: (error: unknown) => void
}

/** A change to a card, after which the server tells all cards. */
function useCardChange(change: (id: string) => Promise<{ items: Card[] }>, { onDone, onError }: CardCallbacks) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Card) => change(id),
    onSuccess: async (cards, card) => {
      await putCards(queryClient, cards)
      onDone(card)
    },
    onError: (error) => {
      // It may be gone already, by another tab's hand.
      void queryClient.invalidateQueries({ queryKey: cardsQuery.queryKey })
      onError(error)
    },
  })
}

/** Makes a card the one that payments are made with. */
export function useMakeDefaultCard(callbacks: CardCallbacks) {
  return useCardChange((id) => client.payments.makeDefaultCard({ id }), callbacks)
}

/** Forgets a card. */
export function useRemoveCard(callbacks: CardCallbacks) {
  return useCardChange((id) => client.payments.removeCard({ id }), callbacks)
}
