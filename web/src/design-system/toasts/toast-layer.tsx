import { Check, Info, X } from 'lucide-react'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster, toast as sonner } from 'sonner'

import { topModal } from '../layers/modal-stack.ts'
import type { ToastAction, ToastKind } from './toast-kind.ts'

/** Duration of a toast (ms, spec 9). */
const TOAST_MS = 4000
/** Maximum visible toasts: hidden ones would expire unseen. */
const VISIBLE_MAX = 5

/** A repeated toast replaces the earlier one and is announced again; a success removes earlier failures. */
function showToast(kind: ToastKind, text: string, action?: ToastAction): void {
  for (const shown of sonner.getToasts()) {
    if (!('title' in shown)) continue
    const isRepeated = shown.type === kind && shown.title === text
    if (isRepeated || (kind === 'success' && shown.type === 'error')) sonner.dismiss(shown.id)
  }
  sonner[kind](text, { ...(action && { action }) })
}

const icons = {
  success: <Check size={19} strokeWidth={2.5} aria-hidden="true" />,
  error: <X size={19} strokeWidth={2.5} aria-hidden="true" />,
  info: <Info size={19} strokeWidth={2.5} aria-hidden="true" />,
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

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type knows no custom properties
const WIDTH = { '--width': '28rem' } as CSSProperties

export interface ToastLayerProps {
  label: string
  /** Called with the function that shows a toast, and with null on unmount; must be stable. */
  onPresenter: (present: typeof showToast | null) => void
}

/**
 * A modal dialog makes the page inert, and screen readers skip inert toasts.
 * So the layer is a popover that moves into the topmost dialog. The node is moved by hand: React would rebuild the list
 * for a new portal target and lose its toasts.
 */
export function ToastLayer({ label, onPresenter }: ToastLayerProps) {
  const [layer] = useState(createLayer)
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
  // The label changes with the language; shown toasts are in the previous one.
  const named = useRef(label)
  useEffect(() => {
    if (named.current !== label) sonner.dismiss()
    named.current = label
  }, [label])
  // An effect of the parent runs after the list's own, so the list is listening.
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

function createLayer(): HTMLElement {
  const layer = document.createElement('div')
  layer.className = 'toast-layer'
  layer.popover = 'manual'
  return layer
}
