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
import { openLayer } from './layers.ts'
import { pushModal } from './modal-stack.ts'

export type DialogProps = {
  open: boolean
  /** The person wants out: Esc, the close button, a click beside the dialog, or the browser's Back. */
  onClose: () => void
  title: string
  description?: ReactNode
  closeLabel: string
  children?: ReactNode
  /** Actions, the main one last; they stay visible while the content scrolls. See `DialogActions`. */
  footer?: ReactNode
  className?: string
}

const FooterContext = createContext<HTMLElement | null>(null)

/**
 * Puts what the content of a dialog can do into the dialog's footer, the main action last. A button that submits a
 * form names it by `form`.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  const footer = use(FooterContext)
  return footer && createPortal(children, footer)
}

/**
 * A modal dialog on the platform's own: it makes the rest inert, traps and returns the focus. On phones a bottom
 * sheet. The content is mounted only while open, so a form in it starts afresh. The focus goes to what carries
 * `data-autofocus`, else to the first field, else to the title.
 */
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
  /** Red confirm button; the focus then starts on cancel. */
  destructive?: boolean
  /** The confirmed work is under way: nothing closes the dialog until the caller does. */
  busy?: boolean
  /** The question is about a step in the history that is under way: Back is then not for the dialog. */
  isAboutHistory?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question that has to be answered before something happens. */
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
  /** The id of what describes the dialog. */
  describedBy: string | undefined
  /** Under the title. */
  head?: ReactNode
  children: ReactNode
}

/** The native dialog with its panel and title; the content is mounted only while it is open. */
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

/** Has the browser's Back close what is open. */
function useLayer(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  // A layout effect: a layer that is gone from the page must be gone before the next step in the history.
  useLayoutEffect(() => (open ? openLayer(() => close()) : undefined), [open])
}

/** Opens and closes the native dialog with `open` and turns the platform's ways of closing into `onClose`. */
function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  const focusFirst = useEffectEvent((dialog: HTMLDialogElement) => firstFocus(dialog)?.focus())

  // A layout effect, because its cleanup still finds the element in the page when the whole component goes away:
  // only then does close() give the focus back to the opener.
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
    // Browsers let a second Esc through even when the first was refused; then the state has to follow. The event also comes
    // for a dialog that was unmounted, once it is off the page: there the person closed nothing.
    onClose: ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
      if (target === currentTarget && open && !currentTarget.open && currentTarget.isConnected) onClose()
    },
    // A drag that began inside (selecting text) and ends outside must not close.
    onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
      pressedBeside.current = event.target === event.currentTarget
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (pressedBeside.current && event.target === event.currentTarget) onClose()
    },
  }
}

function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(':is(input, textarea, select):not(:disabled, [type=hidden])') ??
    dialog.querySelector<HTMLElement>('h2')
  )
}
