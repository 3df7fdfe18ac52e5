import { Ban } from 'lucide-react'

import { Menu } from '../../design-system/layers/menu.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { blockMenuTexts } from './block-menu.messages.ts'

export interface BlockMenuProps {
  name: string
  onBlock: () => void
}

/** What is done rarely about a person: to block them. */
export function BlockMenu({ name, onBlock }: BlockMenuProps) {
  const texts = useTexts(blockMenuTexts)
  return (
    <Menu
      label={texts.more(name)}
      items={[{ label: texts.block, icon: <Ban size={18} />, destructive: true, onSelect: onBlock }]}
    />
  )
}
