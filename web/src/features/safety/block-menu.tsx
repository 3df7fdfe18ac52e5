import { Ban, Flag } from 'lucide-react'

import { Menu, type MenuItem } from '../../design-system/layers/menu.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { blockMenuTexts } from './block-menu.messages.ts'

export interface BlockMenuProps {
  name: string
  /** Further items, above the others. */
  items?: readonly MenuItem[]
  onReport: () => void
  /** Left out for visitors, and for whom one has blocked already. */
  onBlock?: (() => void) | undefined
}

/** What is done rarely about a person: to report or to block them. */
export function BlockMenu({ name, items, onReport, onBlock }: BlockMenuProps) {
  const texts = useTexts(blockMenuTexts)
  return (
    <Menu
      label={texts.more(name)}
      items={[
        ...(items ?? []),
        { label: texts.report, icon: <Flag size={18} />, onSelect: onReport },
        ...(onBlock ? [{ label: texts.block, icon: <Ban size={18} />, destructive: true, onSelect: onBlock }] : []),
      ]}
    />
  )
}
