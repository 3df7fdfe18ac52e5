import { useId, useRef } from 'react'

import { toLogoAddress } from '@kundig/contract/site/branding'

import { Button } from '../../../../design-system/button.tsx'
import { cx } from '../../../../design-system/class-names.ts'
import { Notice } from '../../../../design-system/notice.tsx'
import { useErrorText, useTexts } from '../../../../platform/i18n/texts.ts'
import { useFileDrop } from '../../../../platform/uploads/use-file-drop.ts'
import type { SeenSettings } from '../save-over.ts'
import { LogoPreview } from './branding-preview.tsx'
import { logoTexts } from './logo.messages.ts'
import { useLogoEditing } from './use-logo-editing.ts'

export interface ChosenLogo {
  file: File
  url: string
}

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
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const { isBusy, problem, notice, choose, undo, save } = useLogoEditing(found, onChoose, main)
  const { over, area } = useFileDrop(([file]) => {
    if (file) void choose(file)
  }, isBusy)
  const shown = chosen?.url ?? toLogoAddress(found.settings.logo)

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
          <LogoPreview address={shown} size={40} />
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
            <Button variant="ghost" onClick={undo}>
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
          // Empties the input, so that the same file can be chosen again.
          event.target.value = ''
          if (file) void choose(file)
        }}
      />
    </section>
  )
}
