import { Button } from '../../../design-system/button.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useCopying } from '../../../platform/use-copying.ts'
import { chatTexts } from '../chat.messages.ts'
import { useDraft } from './use-draft.ts'

export function ClosedDraft({ roomId }: { roomId: string }) {
  const texts = useTexts(chatTexts)
  const { label, copy } = useCopying()
  const draft = useDraft(roomId)
  if (draft.text.trim() === '') return null

  return (
    <div className="mt-2 flex items-start gap-2 px-1 text-sm">
      <div className="min-w-0 flex-1 self-center">
        <p className="font-medium text-ink-2">{texts.draftLeft}</p>
        <p dir="auto" className="max-h-24 overflow-y-auto whitespace-pre-wrap text-ink wrap-anywhere">
          {draft.text}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => copy(draft.text)}>
        {label}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => draft.write('')}>
        {texts.drop}
      </Button>
    </div>
  )
}
