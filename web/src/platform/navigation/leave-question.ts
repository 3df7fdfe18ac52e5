import { createContext, use } from 'react'

export interface LeaveQuestion {
  isAsked: boolean
  /** True when the person pressed Back or Forward. The navigation waits for the person's answer. */
  isAboutHistory: boolean
  leave: () => void
  stay: () => void
}

/** Asks before the person leaves the screen. @param mayHold called when the person leaves; false skips the question */
export type UseLeaveQuestion = (isUnsaved: boolean, mayHold: () => boolean) => LeaveQuestion

/** Hook that asks the question: one for the application's router, another for server-rendered pages. */
export const LeaveQuestionContext = createContext<UseLeaveQuestion | null>(null)

export const useLeaveQuestion: UseLeaveQuestion = (isUnsaved, mayHold) => {
  const useQuestionHere = use(LeaveQuestionContext)
  if (!useQuestionHere) throw new Error('no LeaveQuestionContext')
  // oxlint-disable-next-line react/hooks -- the context's value never changes while a screen is mounted
  return useQuestionHere(isUnsaved, mayHold)
}
