import { useEffect, useId, useRef } from 'react'

import type { ReportReceipt, ReportSubject } from '@kundig/contract/safety/safety.contract'

import { Button } from '../../design-system/button.tsx'
import { Dialog } from '../../design-system/layers/dialog.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { ReportFields } from './report-fields.tsx'
import { reportTexts } from './report.messages.ts'
import { useReportForm } from './use-report-form.ts'

export interface ReportTarget {
  subject: ReportSubject
  person: { id: string; full_name: string }
}

export interface ReportDialogProps {
  /** Subject of the report; null while the dialog is closed. */
  target: ReportTarget | null
  onClose: () => void
  onBlock?: ((person: ReportTarget['person']) => void) | undefined
}

export function ReportDialog({ target, ...rest }: ReportDialogProps) {
  return target && <ReportForm key={JSON.stringify(target.subject)} target={target} {...rest} />
}

function ReportForm({ target, onClose, onBlock }: ReportDialogProps & { target: ReportTarget }) {
  const { subject, person } = target
  const texts = useTexts(reportTexts)
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const form = useReportForm(subject, element)
  const titles = {
    profile: texts.titleProfile,
    request: texts.titleRequest,
    room: texts.titleRoom,
    message: texts.titleMessage,
    file: texts.titleFile,
    review: texts.titleReview,
    review_answer: texts.titleAnswer,
  }

  if (form.receipt) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={texts.thanks}
        closeLabel={texts.close}
        footer={<Button onClick={onClose}>{texts.close}</Button>}
      >
        <Receipt receipt={form.receipt} person={person} onClose={onClose} onBlock={onBlock} />
      </Dialog>
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[subject.kind]}
      closeLabel={texts.close}
      description={<span className="wrap-anywhere">{texts.lead(person.full_name)}</span>}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} busy={form.isPending}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form ref={element} id={formId} noValidate className="grid gap-4" onSubmit={form.submit}>
        <ReportFields form={form} />
      </form>
    </Dialog>
  )
}

function Receipt({
  receipt,
  person,
  onClose,
  onBlock,
}: Omit<ReportDialogProps, 'target'> & { receipt: ReportReceipt; person: ReportTarget['person'] }) {
  const texts = useTexts(reportTexts)
  const said = useRef<HTMLDivElement>(null)
  // Focuses the receipt, because the form with the focus was removed.
  useEffect(() => said.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <div ref={said} tabIndex={-1} className="grid gap-3 outline-none">
        <p>{receipt.is_mailed ? texts.mailed : texts.notMailed}</p>
        <p>
          {texts.reference}: <strong className="num whitespace-nowrap">{receipt.reference}</strong>
        </p>
      </div>
      {onBlock && (
        <div className="grid justify-items-start gap-3 border-t border-border pt-4">
          <p className="wrap-anywhere">{texts.offer(person.full_name)}</p>
          <Button
            variant="secondary"
            onClick={() => {
              onClose()
              onBlock(person)
            }}
          >
            {texts.block(person.full_name)}
          </Button>
        </div>
      )}
    </div>
  )
}
