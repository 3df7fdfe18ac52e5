import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Gives the focus a place when a button goes while the question that it opened still stands: the dialog cannot give the
 * focus back to the button then.
 * @param focus called in that case
 */
export function useFocusAfterQuestion(isAsking: boolean, focus: () => void): void {
  const wasAsking = useRef(false)
  useEffect(() => {
    wasAsking.current = isAsking
  }, [isAsking])
  const leave = useEffectEvent(focus)
  useEffect(
    () => () => {
      if (wasAsking.current) leave()
    },
    [],
  )
}
