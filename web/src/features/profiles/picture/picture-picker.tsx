import { useId, useRef } from 'react'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useFileDrop } from '../../../platform/uploads/use-file-drop.ts'
import { PictureCropDialog } from './picture-crop-dialog.tsx'
import { pictureTexts } from './picture.messages.ts'
import type { Picture } from './use-picture.ts'

export interface PicturePickerProps {
  userId: string
  name: string
  picture: Picture
  disabled: boolean
}

export function PicturePicker({ userId, name, picture, disabled }: PicturePickerProps) {
  const texts = useTexts(pictureTexts)
  const errorText = useErrorText()
  const labelId = useId()
  const noteId = useId()
  const input = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const locked = disabled || picture.busy
  const { over, area } = useFileDrop(([file]) => {
    if (file) void picture.open(file)
  }, locked)
  const { problem, choice, shown, cropping } = picture
  const changed = choice !== 'unchanged'
  const hint = (
    <>
      <span className="pointer-fine:hidden">{texts.hint}</span>
      <span className="hidden pointer-fine:inline">{texts.hintWithPointer}</span>
    </>
  )
  const notes = { unchanged: problem ? '' : hint, chosen: texts.chosen, removed: texts.removed }
  const note = over ? texts.dropHere : picture.opening ? texts.opening : notes[choice]

  /** Runs an action. Moves the focus to the permanent button, because the pressed button may disappear. */
  function runAction(action: () => void): void {
    if (locked) return
    action()
    main.current?.focus()
  }

  return (
    <div
      {...area}
      role="group"
      aria-labelledby={labelId}
      className={cx(
        'flex items-start gap-4 rounded-md outline-2 outline-offset-8 outline-dashed sm:gap-5',
        over ? 'outline-focus' : 'outline-transparent',
      )}
    >
      <Avatar id={userId} name={name} src={shown} size={96} decorative />
      <div className="min-w-0 flex-1">
        <p id={labelId} className="field-label">
          {texts.picture}
        </p>
        <div className="mt-2 flex flex-wrap gap-2 max-sm:flex-col max-sm:items-start">
          <Button
            ref={main}
            variant="secondary"
            busy={picture.opening}
            aria-disabled={disabled || undefined}
            aria-describedby={noteId}
            onClick={() => locked || input.current?.click()}
          >
            {shown === null ? texts.choose : texts.change}
          </Button>
          {(changed || shown !== null) && (
            <Button
              variant="ghost"
              className="px-3 underline decoration-1 underline-offset-3 max-sm:-ml-3"
              aria-label={changed ? texts.undoPicture : texts.removePicture}
              aria-disabled={locked || undefined}
              onClick={() => runAction(changed ? picture.undo : picture.remove)}
            >
              {changed ? texts.undo : texts.remove}
            </Button>
          )}
        </div>
        <div id={noteId} className="mt-2">
          <p className="field-hint" role="status">
            {note}
          </p>
          <p className="field-error" role="alert">
            {problem && errorText(problem)}
          </p>
        </div>
      </div>
      {/* The list omits HEIC, so that an iPhone converts its photos to JPEG. */}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Empties the input, so that the same file can be chosen again.
          event.target.value = ''
          if (file) void picture.open(file)
        }}
      />
      {cropping && (
        <PictureCropDialog
          key={cropping.copy.address}
          cropping={cropping}
          onCrop={picture.crop}
          onClose={picture.closeCropping}
        />
      )}
    </div>
  )
}
