import { Euro } from 'lucide-react'

import { ToolButton } from '../../../design-system/tool-button.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { askingTexts } from './asking.messages.ts'

export function AskButton({ onClick }: { onClick: () => void }) {
  const texts = useTexts(askingTexts)
  return <ToolButton label={texts.ask} icon={<Euro size={20} />} aria-haspopup="dialog" onClick={onClick} />
}
