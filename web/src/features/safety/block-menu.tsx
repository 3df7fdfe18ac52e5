import { Ban, Flag } from 'lucide-react'

import { Menu } from '../../design-system/layers/menu.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { blockMenuTexts } from './block-menu.messages.ts'

export interface BlockMenuProps {
  name: string
  onReport: () => void
  /** Left out for visitors, and for whom one has blocked already. */
  onBlock?: (() => void) | undefined
}

/** What is done rarely about a person: to report or to block them. */
export function BlockMenu({ name, onReport, onBlock }: BlockMenuProps) {
  const texts = useTexts(blockMenuTexts)
  const report = { label: texts.report, icon: <Flag size={18} />, onSelect: onReport }
  return (
    <Menu
      label={texts.more(name)}
      items={
        onBlock
          ? [report, { label: texts.block, icon: <Ban size={18} />, destructive: true, onSelect: onBlock }]
          : [report]
      }
    />
  )
}
