import { Check, Info, X } from 'lucide-react'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster, toast as sonner } from 'sonner'

import { topModal } from '../layers/modal-stack.ts'
import type { ToastAction, ToastKind } from './toast-kind.ts'

/** Duration of a toast (ms, spec 9). */
const TOAST_MS = 4000
/** Maximum visible toasts. Hidden toasts would expire unseen. */
const VISIBLE_MAX = 5

/** Shows a toast. A repeated text replaces the earlier toast and is announced again. A success removes error toasts. */
function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  for (const shown of sonner.getToasts()) {
    if (!('title' in shown)) continue
    const isRepeated = shown.type === kind && shown.title === text
    if (isRepeated || (kind === 'success' && shown.type === 'error')) sonner.dismiss(shown.id)
  }
  sonner[kind](text, { ...(action && { action }) })
}

const icons = {
  success: <Check size={19} strokeWidth={2.5} />,
  error: <X size={19} strokeWidth={2.5} />,
  info: <Info size={19} strokeWidth={2.5} />,
}

const classNames = {
  toast: 'toast',
  content: 'toast-text',
  icon: 'toast-icon',
  success: 'toast-success',
  error: 'toast-error',
  info: 'toast-info',
  actionButton: 'toast-action',
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no custom properties
const WIDTH = { '--width': '28rem' } as CSSProperties

export interface ToastLayerProps {
  label: string
  /** Stable callback: receives the function that shows a toast, and null on unmount. */
  onPresenter: (present: typeof showToast | null) => void
}

/**
 * Layer of toasts: a popover that moves into the topmost modal dialog, because screen readers skip the inert page.
 * The code moves the node itself. For a new portal target, React would rebuild the list and lose its toasts.
 */
export function ToastLayer({ label, onPresenter }: ToastLayerProps) {
  const [layer] = useState(createToastLayer)
  useLayoutEffect(() => {
    const place = () => {
      const host = topModal.get() ?? document.body
      if (layer.parentElement !== host) host.append(layer)
      if (!layer.matches(':popover-open')) layer.showPopover()
    }
    place()
    const unsubscribe = topModal.subscribe(place)
    return () => {
      unsubscribe()
      layer.remove()
    }
  }, [layer])
  // A change of the label means another language. Visible toasts in the old language are dismissed.
  const named = useRef(label)
  useEffect(() => {
    if (named.current !== label) sonner.dismiss()
    named.current = label
  }, [label])
  // A parent's effects run after its children's effects. The list of toasts is therefore already listening.
  useEffect(() => {
    onPresenter(showToast)
    return () => onPresenter(null)
  }, [onPresenter])

  return createPortal(
    <Toaster
      position="top-center"
      duration={TOAST_MS}
      visibleToasts={VISIBLE_MAX}
      gap={10}
      offset={20}
      mobileOffset={12}
      expand
      icons={icons}
      customAriaLabel={label}
      toastOptions={{ unstyled: true, classNames }}
      style={WIDTH}
    />,
    layer,
  )
}

function createToastLayer(): HTMLElement {
  const layer = document.createElement('div')
  layer.className = 'toast-layer'
  layer.popover = 'manual'
  return layer
}
