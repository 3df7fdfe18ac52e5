import type { DemoConversation } from './demo-conversations.ts'
import { hasDeal } from './demo-deals.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

const DAY = 24 * 60

/** Minutes after which each expert answered three earlier requests. */
const ANSWER_MINUTES: Readonly<Record<string, number>> = {
  priya: 20,
  mei: 120,
  noor: 150,
  wim: 900,
  tineke: 40,
  kwame: 600,
  zoe: 2000,
  hannah: 30,
  lieven: 130,
  winston: 45,
}

const CLIENTS = ['judith', 'emre', 'siobhan'] as const

const joinedDaysAgo = (key: string): number => DEMO_PEOPLE.find((person) => person.key === key)?.joinedDaysAgo ?? 0

/** Earlier conversations that set the usual answer times. All are closed, except between a buyer and a seller. */
export const DEMO_ANSWERED: readonly DemoConversation[] = Object.entries(ANSWER_MINUTES).flatMap(
  ([expert, answerMinutes]) =>
    CLIENTS.map((requester, index) => {
      const days = Math.min(joinedDaysAgo(expert), joinedDaysAgo(requester), 70)
      // An earlier conversation started long ago, so the chat list shows it below chats with messages.
      const startedMinutesAgo = Math.round(days * DAY * (0.7 - index / 10))
      return {
        requester,
        expert,
        requestMessage: 'Do you have half an hour for a question this week?',
        answerMinutes,
        startedMinutesAgo,
        messages: [],
        readBy: { [requester]: 0, [expert]: 0 },
        closedMinutesAgo: hasDeal(requester, expert) ? null : Math.round(startedMinutesAgo * 0.95),
      }
    }),
)
