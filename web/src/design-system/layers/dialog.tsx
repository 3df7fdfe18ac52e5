import { X } from 'lucide-react'
import {
  createContext,
  use,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { createPortal } from 'react-dom'

import { Button, IconButton } from '../button.tsx'
import { cx } from '../class-names.ts'
import { registerLayer } from './layers.ts'
import { pushModal } from './modal-stack.ts'

export type DialogProps = {
  open: boolean
  /** Called on Esc, the close button, a click outside, or the browser's Back. */
  onClose: () => void
  title: string
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  footer?: ReactNode
  className?: string
}

const FooterContext = createContext<HTMLElement | null>(null)

/** Buttons in the dialog's footer, with the main action last. A submit button needs the `form` attribute. */
export function DialogActions({ children }: { children: ReactNode }) {
  const footer = use(FooterContext)
  return footer && createPortal(children, footer)
}

/** Mounts its content only while open. Focuses `data-autofocus`, else the first field, else the title. */
export function Dialog({ open, onClose, title, description, closeLabel, children, footer, className }: DialogProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const descriptionId = useId()
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      className={className}
      title={title}
      describedBy={description ? descriptionId : undefined}
      head={
        description && (
          <div id={descriptionId} className="mt-1 text-sm text-ink-2">
            {description}
          </div>
        )
      }
    >
      <div className="dialog-body">
        <FooterContext value={foot}>{children}</FooterContext>
      </div>
      <div ref={setFoot} className="dialog-foot">
        {footer}
      </div>
      <IconButton label={closeLabel} className="dialog-close" onClick={onClose}>
        <X size={20} />
      </IconButton>
    </DialogFrame>
  )
}

export type ConfirmDialogProps = {
  open: boolean
  title: string
  body?: ReactNode
  confirmLabel: string
  cancelLabel: string
  destructive?: boolean
  /** True while only the caller can close the dialog. */
  busy?: boolean
  /** True when the dialog asks about a pending history step. Back then does not close the dialog. */
  isAboutHistory?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({
  open,
  title,
  body,
  confirmLabel,
  cancelLabel,
  destructive = false,
  busy = false,
  isAboutHistory = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = () => {
    if (!busy) onCancel()
  }
  const bodyId = useId()
  return (
    <DialogFrame
      open={open}
      onClose={cancel}
      role="alertdialog"
      isAboutHistory={isAboutHistory}
      className="dialog-confirm"
      title={title}
      describedBy={body ? bodyId : undefined}
    >
      {body && (
        <div id={bodyId} className="dialog-body text-ink-2">
          {body}
        </div>
      )}
      <div className="dialog-foot">
        <Button
          variant="secondary"
          data-autofocus={destructive || undefined}
          aria-disabled={busy || undefined}
          onClick={cancel}
        >
          {cancelLabel}
        </Button>
        <Button
          variant={destructive ? 'danger' : 'primary'}
          data-autofocus={!destructive || undefined}
          busy={busy}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </DialogFrame>
  )
}

type DialogFrameProps = Pick<DialogProps, 'open' | 'onClose' | 'title'> & {
  className: string | undefined
  role?: 'alertdialog'
  isAboutHistory?: boolean
  describedBy: string | undefined
  head?: ReactNode
  children: ReactNode
}

function DialogFrame({
  open,
  onClose,
  role,
  isAboutHistory = false,
  title,
  describedBy,
  head,
  className,
  children,
}: DialogFrameProps) {
  const modal = useModal(open, onClose)
  useLayer(open && !isAboutHistory, onClose)
  const titleId = useId()
  return (
    <dialog
      {...modal}
      role={role}
      className={cx('dialog', className)}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      {open && (
        <div className="dialog-panel">
          <div className="dialog-head">
            <h2 id={titleId} tabIndex={-1} className="text-xl outline-none">
              {title}
            </h2>
            {head}
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}

function useLayer(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // A layout effect unregisters the dialog before the next history step.
  useLayoutEffect(() => (open ? registerLayer(() => close()) : undefined), [open])
}

function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const focusFirst = useEffectEvent((dialog: HTMLDialogElement) => findInitialFocus(dialog)?.focus())

  // The cleanup of a layout effect runs before the dialog is removed, so close() can return the focus to the opener.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    focusFirst(dialog)
    const leaveStack = pushModal(dialog)
    return () => {
      leaveStack()
      dialog.close()
    }
  }, [open])

  return {
    ref,
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onClose()
    },
    // Browsers close a dialog at a second Esc, even after `preventDefault`. Ignores dialogs that React unmounted.
    onClose: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      if (target === currentTarget && open && !currentTarget.open && currentTarget.isConnected) onClose()
    },
    // A drag that begins inside the dialog, such as a text selection, must not close it.
    onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
      pressedBeside.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (pressedBeside.current && event.target === event.currentTarget) onClose()
    },
  }
}

function findInitialFocus(dialog: HTMLDialogElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(':is(input, textarea, select):not(:disabled, [type=hidden])') ??
    dialog.querySelector<HTMLElement>('h2')
  )
}
