import type { Ref } from 'react'

/** Hands an element to a ref of either kind, for components that need the element themselves as well. */
export function passRef<T>(ref: Ref<T> | undefined, element: T | null): void | (() => void) {
  if (typeof ref === 'function') {
    const cleanup = ref(element)
    return cleanup ?? (() => ref(null))
  }
  if (ref) ref.current = element
}
