import { Ban, Flag } from 'lucide-react'

import type { MenuItem } from '../../design-system/layers/menu-list.tsx'
import { Menu } from '../../design-system/layers/menu.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { blockMenuTexts } from './block-menu.messages.ts'

export interface BlockMenuProps {
  name: string
  items?: readonly MenuItem[]
  onReport: () => void
  /** Called to block the person. Undefined for visitors, and if the person is already blocked. */
  onBlock?: (() => void) | undefined
}

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
