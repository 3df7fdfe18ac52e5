import { Check, Info, X } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster, toast as sonner } from 'sonner'

import { DURATIONS } from '@kundig/contract/limits'

import { onTopModalChange, topModal } from './modal-stack.ts'

/** News that is repeated replaces its elder instead of piling up, and is announced again. */
export function showToast(kind: ToastKind, text: string): void {
  for (const shown of sonner.getToasts()) {
    if ('title' in shown && shown.type === kind && shown.title === text) sonner.dismiss(shown.id)
  }
  sonner[kind](text)
}

export type ToastKind = 'success' | 'error' | 'info'

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
}

/**
 * Where toasts appear. `label` names the region for screen readers.
 *
 * A modal dialog covers the page and makes it inert, toasts included, and screen readers say nothing from inert
 * parts. So the layer is a popover (top layer, above the dialog) that moves into whichever dialog is topmost. The
 * node is moved by hand, because React would build a new list for a new portal target and lose what it shows.
 */
export function ToastLayer({ label }: { label: string }) {
  const [layer] = useState(createLayer)
  useLayoutEffect(() => {
    const place = () => {
      const host = topModal() ?? document.body
      if (layer.parentElement !== host) host.append(layer)
      if (!layer.matches(':popover-open')) layer.showPopover()
    }
    place()
    const unsubscribe = onTopModalChange(place)
    return () => {
      unsubscribe()
      layer.remove()
    }
  }, [layer])

  return createPortal(
    <Toaster
      position="top-center"
      duration={DURATIONS.toastMs}
      visibleToasts={3}
      gap={10}
      offset={20}
      mobileOffset={12}
      expand
      icons={icons}
      customAriaLabel={label}
      toastOptions={{ unstyled: true, classNames }}
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
