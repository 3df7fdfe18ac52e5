import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import { logoAddress } from '@kundig/contract/site/site-face'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { Notice } from '../../../design-system/notice.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useFileDrop } from '../../../platform/uploads/use-file-drop.ts'
import { auditLogQuery } from '../operations.queries.ts'
import { ShownLogo } from './face-preview.tsx'
import { readLogo, sendLogo } from './logo-upload.ts'
import { logoTexts } from './logo.messages.ts'
import { saveOver, type SeenSettings } from './save-over.ts'
import { settingsQuery } from './settings.queries.ts'

/** A file that is not used yet, and the address at which this tab shows it. */
export interface ChosenLogo {
  file: File
  url: string
}

/** Has an owner give the site a logo, or take it away. A file is looked at before it is used. */
export function LogoSection({
  found,
  chosen,
  onChoose,
}: {
  found: SeenSettings
  chosen: ChosenLogo | null
  onChoose: (file: File | null) => void
}) {
  const texts = useTexts(logoTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorCode | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { over, area } = useFileDrop(([file]) => {
    if (file) void choose(file)
  }, isBusy)
  const shown = chosen?.url ?? logoAddress(found.settings.logo)

  async function choose(file: File): Promise<void> {
    setNotice(null)
    setProblem(null)
    main.current?.focus()
    try {
      onChoose(await readLogo(file))
    } catch (error) {
      setProblem(toFailure(error, 'LOGO_UNREADABLE').code)
    }
  }

  /** @param file null takes the logo away */
  async function save(file: File | null): Promise<void> {
    if (isBusy) return
    const ended = sessionSignal(queryClient)
    setIsBusy(true)
    setProblem(null)
    setNotice(null)
    try {
      const saved = await saveOver(queryClient, found, 'logo', (version) => sendLogo(file, version, ended))
      if (ended.aborted) return
      if ('meanwhile' in saved) return setNotice(texts.meanwhile)
      const { leftOut, ...now } = saved.answer
      queryClient.setQueryData(settingsQuery.queryKey, now)
      onChoose(null)
      setNotice(leftOut.length > 0 ? texts.leftOut(leftOut.join(', ')) : null)
      toast.success(file ? texts.saved : texts.removed)
      void queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
    } catch (error) {
      if (!ended.aborted) setProblem(toFailure(error).code)
    } finally {
      setIsBusy(false)
      main.current?.focus()
    }
  }

  const note = chosen ? texts.chosen : shown === '' ? texts.none : texts.hint
  return (
    <section
      {...area}
      aria-label={texts.title}
      className={cx(
        'grid gap-3 rounded-md outline-2 outline-offset-8 outline-dashed',
        over ? 'outline-focus' : 'outline-transparent',
      )}
    >
      <h2 className="field-label">{texts.title}</h2>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-16 min-w-16 place-items-center rounded-md border border-border bg-bg px-3">
          <ShownLogo address={shown} size={40} />
        </span>
        <Button
          ref={main}
          variant="secondary"
          aria-describedby={noteId}
          onClick={() => isBusy || input.current?.click()}
        >
          {shown === '' ? texts.choose : texts.change}
        </Button>
        {chosen ? (
          <>
            <Button busy={isBusy} onClick={() => void save(chosen.file)}>
              {texts.use}
            </Button>
            <Button variant="ghost" onClick={() => isBusy || (onChoose(null), setProblem(null), main.current?.focus())}>
              {texts.undo}
            </Button>
          </>
        ) : (
          shown !== '' && (
            <Button variant="ghost" busy={isBusy} onClick={() => void save(null)}>
              {texts.remove}
            </Button>
          )
        )}
      </div>
      <div id={noteId}>
        <p className="field-hint" role="status">
          {over ? texts.dropHere : note}
        </p>
        {note !== texts.hint && !over && <p className="field-hint">{texts.hint}</p>}
        <p className="field-error" role="alert">
          {problem && errorText(problem)}
        </p>
      </div>
      {notice !== null && (
        <div role="alert">
          <Notice tone="pending" title={notice} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml"
        aria-label={texts.choose}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file may be chosen again.
          event.target.value = ''
          if (file) void choose(file)
        }}
      />
    </section>
  )
}
