import { createStore, useStore } from '../../platform/state/store.ts'
import { useLazyModule } from '../lazy-module.ts'
import type { ToastAction, ToastKind } from './toast-kind.ts'

/** Maximum age of a toast that is shown before its code has loaded (ms). Older toasts are dropped. */
const STALE_AFTER_MS = 20_000

const loadLayer = () => import('./toast-layer.tsx')

let waiting: { kind: ToastKind; text: string; action: ToastAction | undefined; since: number }[] = []
let present: ((kind: ToastKind, text: string, action?: ToastAction) => void) | null = null
const isLayerWanted = createStore(false)

/** Shows short messages at the top of the screen for four seconds. The first message loads the code. */
export const toast = {
  success: (text: string, action?: ToastAction): void => showOrQueueToast('success', text, action),
  error: (text: string, action?: ToastAction): void => showOrQueueToast('error', text, action),
  info: (text: string, action?: ToastAction): void => showOrQueueToast('info', text, action),
}

function showOrQueueToast(kind: ToastKind, text: string, action?: ToastAction): void {
  if (present) return present(kind, text, action)
  waiting.push({ kind, text, action, since: Date.now() })
  isLayerWanted.set(true)
}

/** Prefetches the code of toasts, so that toasts work without a network. */
export function prepareToasts(): void {
  loadLayer().catch(() => undefined)
}

function setPresenter(presenter: typeof present): void {
  present = presenter
  if (!presenter) return
  const fresh = waiting.filter(({ since }) => Date.now() - since < STALE_AFTER_MS)
  waiting = []
  for (const { kind, text, action } of fresh) presenter(kind, text, action)
}

export function Toaster({ label = '' }: { label?: string }) {
  const layer = useLazyModule(loadLayer, useStore(isLayerWanted))
  return layer && <layer.ToastLayer label={label} onPresenter={setPresenter} />
}
