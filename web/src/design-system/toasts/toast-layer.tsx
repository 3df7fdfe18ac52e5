import { Check, Info, X } from 'lucide-react'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster, toast as sonner } from 'sonner'

import { topModal } from '../layers/modal-stack.ts'
import type { ToastAction, ToastKind } from './toast-kind.ts'

/** How long a toast stands (ms, spec 9). */
const TOAST_MS = 4000
/** How many stand at a time: those beyond would be gone before anybody saw them. */
const VISIBLE_MAX = 5

/**
 * News that is repeated replaces its elder instead of piling up, and is announced again. A success takes away the
 * failures before it: what is told about them is no longer so.
 */
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
  /** Names the region for screen readers. */
  label: string
  /** Called with what shows a toast once this stands, and with null when it goes; the same function every time. */
  onPresenter: (present: typeof showToast | null) => void
}

/**
 * Where toasts appear.
 *
 * A modal dialog covers the page and makes it inert, toasts included, and screen readers say nothing from inert
 * parts. So the layer is a popover (top layer, above the dialog) that moves into whichever dialog is topmost. The
 * node is moved by hand, because React would build a new list for a new portal target and lose what it shows.
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
  // Its name changes with the language: what is shown is in the one before.
  const named = useRef(label)
  useEffect(() => {
    if (named.current !== label) sonner.dismiss()
    named.current = label
  }, [label])
  // After the list within has begun to listen.
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
