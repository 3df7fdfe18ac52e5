import { Euro } from 'lucide-react'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { askingTexts } from './asking.messages.ts'

export function AskButton({ onClick }: { onClick: () => void }) {
  const texts = useTexts(askingTexts)
  return (
    <button
      type="button"
      className="icon-btn size-12"
      aria-label={texts.ask}
      title={texts.ask}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <Euro size={20} aria-hidden="true" />
    </button>
  )
}
