import { type RefObject, useEffect, useEffectEvent } from 'react'

type EventName = keyof DocumentEventMap

const PRESSES = ['pointerdown'] as const satisfies EventName[]

/** Calls `onOutside` for events outside an open area. @param events stable array of event names; by default presses */
export function useOutsideEvents(
  area: RefObject<HTMLElement | null>,
  onOutside: () => void,
  isOpen: boolean,
  events: readonly EventName[] = PRESSES,
): void {
  const handleOutside = useEffectEvent(onOutside)
  useEffect(() => {
    if (!isOpen) return undefined
    const listen = ({ target }: Event): void => {
      if (target instanceof Node && !area.current?.contains(target)) handleOutside()
    }
    for (const name of events) document.addEventListener(name, listen, { passive: true })
    return () => {
      for (const name of events) document.removeEventListener(name, listen)
    }
  }, [area, isOpen, events])
}
