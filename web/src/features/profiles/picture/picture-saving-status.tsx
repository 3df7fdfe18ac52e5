import { useEffect, useId, useRef } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { ProgressBar } from '../../../design-system/states/progress-bar.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import type { PictureSaving } from './picture-state.ts'
import { pictureTexts } from './picture.messages.ts'

export interface PictureSavingStatusProps {
  saving: PictureSaving
  onCancel: () => void
  retryValue: string | undefined
}

export function PictureSavingStatus({ saving, onCancel, retryValue }: PictureSavingStatusProps) {
  if (saving.status === 'idle') return null
  if (saving.status === 'failed') return <SavingError code={saving.code} retryValue={retryValue} />
  return <UploadProgress part={saving.part} removes={saving.removes} onCancel={onCancel} />
}

function UploadProgress({ part, removes, onCancel }: { part: number; removes: boolean; onCancel: () => void }) {
  const texts = useTexts(pictureTexts)
  const labelId = useId()
  const percent = Math.round(part * 100)
  const cancel = useRef<HTMLButtonElement>(null)
  // Focuses this button, because the pressed button was removed. Keyboard users would otherwise start at the top.
  useEffect(() => {
    if (document.activeElement === document.body) cancel.current?.focus()
  }, [])
  return (
    <div className="grid gap-2 rounded-md border border-border bg-surface-2 p-4">
      <div className="flex items-center justify-between gap-3 text-sm font-semibold">
        <p id={labelId} role="status">
          {removes ? texts.removing : texts.uploading}
        </p>
        {!removes && (
          <p className="num" aria-hidden="true">
            {texts.uploaded(percent)}
          </p>
        )}
      </div>
      {!removes && (
        <>
          <ProgressBar percent={percent} labelledBy={labelId} />
          <Button ref={cancel} variant="secondary" size="sm" className="mt-1 justify-self-start" onClick={onCancel}>
            {texts.cancelUpload}
          </Button>
        </>
      )}
    </div>
  )
}

function SavingError({ code, retryValue }: { code: ErrorCode | null; retryValue: string | undefined }) {
  const texts = useTexts(pictureTexts)
  const errorText = useErrorText()
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => retry.current?.focus(), [])
  const isCancelled = code === null
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-md border p-4',
        isCancelled ? 'border-border bg-surface-2' : 'border-transparent bg-danger-soft',
      )}
    >
      <div className="min-w-0 flex-[1_1_16rem] text-sm">
        <p className={cx('font-semibold', isCancelled ? 'text-ink' : 'text-danger')}>{texts.profileIsSaved}</p>
        <p className="mt-0.5 text-ink-2">{isCancelled ? texts.cancelled : errorText(code)}</p>
      </div>
      <Button ref={retry} type="submit" value={retryValue} variant="secondary">
        {texts.retry}
      </Button>
    </div>
  )
}
