import type { Room } from '@kundig/contract/chat/chat.contract'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { MessageReaction } from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'
import { useRefocusOnRemoval } from './use-passed-focus.ts'
import { useSenderTexts } from './use-sender-texts.ts'

const PILL = 'relative flex h-6.5 items-center rounded-full border px-2 text-sm leading-none'

export interface ReactionsProps {
  reactions: readonly MessageReaction[]
  room: Room
  onRemove: () => void
}

/** Reactions at the lower edge of a message. While the room is open, a press removes the person's own reaction. */
export function Reactions({ reactions, room, onRemove }: ReactionsProps) {
  const texts = useTexts(chatTexts)
  const { authorOf } = useSenderTexts(room)
  if (reactions.length === 0) return null
  return (
    <div className="relative -mt-1.5 flex gap-1 px-2">
      {reactions.map(({ user_id, reaction }) => {
        const isOwn = user_id !== room.partner.id
        const name = texts.from(authorOf({ sender_id: user_id }), reaction)
        if (isOwn && room.status === 'open')
          return <OwnReaction key={user_id} reaction={reaction} name={name} onRemove={onRemove} />
        return (
          <span key={user_id} title={name} className={cx(PILL, 'border-border bg-surface')}>
            <span aria-hidden="true">{reaction}</span>
            <span className="sr-only">{name}</span>
          </span>
        )
      })}
    </div>
  )
}

function OwnReaction({ reaction, name, onRemove }: { reaction: string; name: string; onRemove: () => void }) {
  const passed = useRefocusOnRemoval('[data-menu-of]')
  return (
    <button
      {...passed}
      type="button"
      aria-pressed
      aria-label={name}
      title={name}
      // The touch target is larger than the visible reaction.
      className={cx(PILL, 'border-primary bg-primary-soft before:absolute before:-inset-2')}
      onClick={onRemove}
    >
      {reaction}
    </button>
  )
}
