import { createContext, use } from 'react'

/** The question whether a screen with something unsaved may be left, while it waits for its answer. */
export interface LeaveQuestion {
  isAsked: boolean
  /** Whether a step in the history waits for the answer. */
  isAboutHistory: boolean
  leave: () => void
  stay: () => void
}

/**
 * Holds back whoever would leave the screen.
 * @param mayHold asked when somebody leaves: whether there still is something to hold them back for
 */
export type UseLeaveQuestion = (isUnsaved: boolean, mayHold: () => boolean) => LeaveQuestion

/** How leaving is held back here: by the router in the application, without one on a page that the server rendered. */
export const LeaveQuestionContext = createContext<UseLeaveQuestion | null>(null)

/** Holds back whoever would leave, by the navigation of this place. */
export const useLeaveQuestion: UseLeaveQuestion = (isUnsaved, mayHold) => {
  const useQuestionHere = use(LeaveQuestionContext)
  if (!useQuestionHere) throw new Error('Nothing here can hold back whoever leaves')
  // oxlint-disable-next-line react/hooks -- it is the same for as long as a screen stands here
  return useQuestionHere(isUnsaved, mayHold)
}
