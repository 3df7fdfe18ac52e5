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
  if (!useQuestionHere) throw new Error('Nothing here can hold back whoever leaves')
  // oxlint-disable-next-line react/hooks -- it is the same for as long as a screen stands here
  return useQuestionHere(isUnsaved, mayHold)
}
