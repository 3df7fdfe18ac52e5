import { lazy, Suspense, useSyncExternalStore } from 'react'

import type { ToastKind } from './toast-layer.tsx'

const loadLayer = () => import('./toast-layer.tsx')
const ToastLayer = lazy(() => loadLayer().then((module) => ({ default: module.ToastLayer })))

const listeners = new Set<() => void>()
let wanted = false

/** Short news at the top of the screen, gone after four seconds. Its code is fetched with the first one. */
export const toast = {
  success: (text: string): void => show('success', text),
  error: (text: string): void => show('error', text),
  info: (text: string): void => show('info', text),
}

function show(kind: ToastKind, text: string): void {
  wanted = true
  for (const listener of listeners) listener()
  // News that cannot be shown is lost: what it is about stands on the screen as well.
  loadLayer().then(
    ({ showToast }) => showToast(kind, text),
    () => undefined,
  )
}

/** Where toasts appear; mount it once. `label` names the region for screen readers. */
export function Toaster({ label = '' }: { label?: string }) {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wanted,
    () => false,
  )
  return (
    shown && (
      <Suspense fallback={null}>
        <ToastLayer label={label} />
      </Suspense>
    )
  )
}
