import type { Ref } from 'react'

export function passRef<T>(ref: Ref<T> | undefined, element: T | null): void | (() => void) {
  if (typeof ref === 'function') {
    const cleanup = ref(element)
    return cleanup ?? (() => ref(null))
  }
  if (ref) ref.current = element
}
