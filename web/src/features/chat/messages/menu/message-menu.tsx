import { Copy, Flag, Pencil, Reply, Trash2 } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useId, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import { REACTIONS } from '@kundig/contract/chat/reactions'

import { type MenuChoices, MenuList, type MenuItem } from '../../../../design-system/layers/menu-list.tsx'
import { useLazyModule } from '../../../../design-system/lazy-module.ts'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { useCopying } from '../../../../platform/use-copying.ts'
import { type ChatMessage, isEditable, isPresent, type PresentMessage, type TextMessage } from '../../cache/message.ts'
import { chatTexts } from '../../chat.messages.ts'
import type { PaymentSlots } from '../../payment-slots.ts'
import type { Row } from '../list/message-rows.ts'
import type { SetReaction } from '../use-react.ts'
import { useMenuTabStop } from './use-menu-stop.ts'

const loadDeleteDialog = () => import('./delete-dialog.tsx')

export interface Point {
  x: number
  y: number
}

/** Actions of a payment make a menu’s button prominent. */
export type RowMenu = 'none' | 'plain' | 'prominent'

export interface MessageActions {
  onReport: (message: ChatMessage) => void
  onEdit: (message: TextMessage) => void
  onReply: (message: PresentMessage) => void
}

/** State of the message menu, open for one message at a time, and of the dialog that deletes a message. */
export function useMessageMenu(
  rows: readonly Row[],
  room: Room,
  {
    onReport,
    onEdit,
    onReply,
    onReact,
    listActions,
  }: MessageActions & { onReact: SetReaction } & Pick<PaymentSlots, 'listActions'>,
  box: RefObject<HTMLElement | null>,
) {
  const texts = useTexts(chatTexts)
  const { label: copyLabel, copy } = useCopying()
  const id = useId()
  const [opened, setOpened] = useState<{ key: string; at: Point } | null>(null)
  const deletion = useDeletion(rows, room, box)

  const listItems = (row: Row): MenuItem[] => {
    if (row.kind !== 'message' || !isPresent(row.message)) return []
    const { message } = row
    const items: MenuItem[] = []
    if (room.status === 'open') {
      items.push({
        label: texts.reply,
        icon: <Reply size={18} />,
        onSelect: () => onReply(message),
      })
    }
    if (message.kind === 'payment_request') return [...items, ...listActions(message, room)]
    if (message.kind === 'text') {
      items.push({
        label: copyLabel,
        icon: <Copy size={18} />,
        onSelect: () => copy(message.content),
      })
    }
    if (isEditable(message, room)) {
      items.push({
        label: texts.edit,
        icon: <Pencil size={18} />,
        onSelect: () => onEdit(message),
      })
    }
    if (message.sender_id === room.partner.id) {
      items.push({
        label: message.kind === 'file' ? texts.reportFile : texts.reportMessage,
        icon: <Flag size={18} />,
        onSelect: () => onReport(message),
      })
    } else if (message.kind !== 'appointment') {
      items.push({
        label: texts.drop,
        icon: <Trash2 size={18} />,
        destructive: true,
        onSelect: () => deletion.ask(row.key),
      })
    }
    return items
  }
  const listChoices = (row: Row): MenuChoices | undefined => {
    if (room.status !== 'open' || row.kind !== 'message' || !isPresent(row.message)) return undefined
    const { message } = row
    const own = message.reactions?.find(({ user_id }) => user_id !== room.partner.id)?.reaction
    const options = REACTIONS.map((label) => ({
      label,
      isChecked: label === own,
      onSelect: () => onReact(message, label === own ? null : label),
    }))
    return { label: texts.react, options }
  }
  const hasMenu = (row: Row): boolean => listItems(row).length > 0
  const { stop, handlers } = useMenuTabStop(rows, hasMenu)
  const row = opened ? rows.find(({ key }) => key === opened.key) : undefined
  const items = row ? listItems(row) : []
  // When a message is deleted or removed, its open menu closes too.
  const isOrphaned = opened !== null && items.length === 0
  if (isOrphaned) setOpened(null)
  const openedKey = opened?.key
  const keepFocus = useEffectEvent(() => {
    // If the menu's button disappeared too, the list gets the focus, unless an action already moved it.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  })
  useEffect(() => (openedKey === undefined ? undefined : () => keepFocus()), [openedKey])

  const findRowMenu = (one: Row): RowMenu => {
    if (!hasMenu(one)) return 'none'
    const message = one.kind === 'message' && one.message.kind === 'payment_request' ? one.message : null
    return message && listActions(message, room).length > 0 ? 'prominent' : 'plain'
  }
  const onOpenMenu = useCallback((key: string, at: Point) => setOpened({ key, at }), [])

  return {
    handlers,
    getMenuProps: (one: Row) => ({
      menu: findRowMenu(one),
      isTabStop: one.key === stop,
      openMenuId: opened?.key === one.key ? id : undefined,
      onOpenMenu,
    }),
    menu: (
      <>
        {opened && !isOrphaned && (
          <MenuList
            key={opened.key}
            id={id}
            label={texts.messageMenu}
            items={items}
            choices={row && listChoices(row)}
            at={opened.at}
            returnFocus={() =>
              document.querySelector<HTMLElement>(`[data-menu-of="${opened.key}"]`)?.focus({ preventScroll: true })
            }
            onClose={() => setOpened(null)}
          />
        )}
        {deletion.dialog}
      </>
    ),
  }
}

function useDeletion(rows: readonly Row[], room: Room, box: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<string | null>(null)
  const row = rows.find(({ key, kind }) => key === asked && kind === 'message')
  const message = row?.kind === 'message' ? row.message : undefined
  // The message was deleted here or on another device, or was removed, so the dialog closes.
  const isGone = message?.kind !== 'text' && message?.kind !== 'file'
  if (asked !== null && isGone) setAsked(null)
  const code = useLazyModule(loadDeleteDialog, asked !== null)
  return {
    ask: setAsked,
    dialog: code && !isGone && (
      <code.DeleteDialog
        key={asked}
        message={message}
        partnerName={room.partner.full_name}
        onClose={() => setAsked(null)}
        onFocusLost={() => box.current?.focus({ preventScroll: true })}
      />
    ),
  }
}
