import { createContext, use } from 'react'

export interface LeaveQuestion {
  isAsked: boolean
  /** True when a step in the history waits for the answer. */
  isAboutHistory: boolean
  leave: () => void
  stay: () => void
}

/** Asks before leaving the screen. @param mayHold checked at that moment */
export type UseLeaveQuestion = (isUnsaved: boolean, mayHold: () => boolean) => LeaveQuestion

/** Implementation: the router's in the application, another on server-rendered pages. */
export const LeaveQuestionContext = createContext<UseLeaveQuestion | null>(null)

export const useLeaveQuestion: UseLeaveQuestion = (isUnsaved, mayHold) => {
  const useQuestionHere = use(LeaveQuestionContext)
  if (!useQuestionHere) throw new Error('no LeaveQuestionContext')
  // oxlint-disable-next-line react/hooks -- the context's value never changes while a screen is mounted
  return useQuestionHere(isUnsaved, mayHold)
}
