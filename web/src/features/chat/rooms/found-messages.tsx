import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import type { FoundMessage } from '@kundig/contract/chat/message-search'
import type { ErrorCode } from '@kundig/contract/errors'

import { DelayedAnnouncement } from '../../../design-system/announced.tsx'
import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { formatFullDateTime, formatTimeOrDay } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { GrowingList } from '../../../platform/lists/growing-list.tsx'
import { MarkedText } from '../../../platform/marked-text.tsx'
import { FileIcon } from '../attachments/file-icon.tsx'
import { foundMessagesQuery } from '../cache/found-messages.queries.ts'
import { chatTexts } from '../chat.messages.ts'
import { LoadingRooms } from './chats-frame.tsx'
import { foundMessagesTexts } from './found-messages.messages.ts'
import { moveFocusAmongResults } from './result-keys.ts'

export interface FoundMessagesProps {
  /** Trimmed search text. */
  query: string
  roomId: string | undefined
  /** Open search result, as named by the page's address. */
  opened: { roomId: string | undefined; seq: number | undefined }
  onOpen: (roomId: string, seq: number) => void
}

const CLEAR_ERRORS: readonly ErrorCode[] = ['NETWORK', 'TOO_MANY_ATTEMPTS', 'ROOM_NOT_FOUND']

export function FoundMessages({ query, roomId, opened, onOpen }: FoundMessagesProps) {
  const texts = useTexts(chatTexts)
  const words = useTexts(foundMessagesTexts)
  const errorText = useErrorText()
  const found = useInfiniteQuery({ ...foundMessagesQuery(query, roomId), placeholderData: keepPreviousData })
  const { data, hasNextPage, isPlaceholderData } = found
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const isSettled = data !== undefined && !isPlaceholderData
  return (
    <nav aria-label={words.results}>
      <DelayedAnnouncement
        text={!isSettled ? '' : items.length === 0 ? words.noneFound : words.found(items.length, hasNextPage)}
      />
      <QueryState
        query={found}
        loading={<LoadingRooms label={texts.searching} />}
        renderFailure={(error) => {
          const { code } = toFailure(error)
          return CLEAR_ERRORS.includes(code) ? errorText(code) : words.searchFailed
        }}
        retryLabel={texts.retry}
      >
        {() =>
          items.length === 0 && isSettled ? (
            <EmptyState title={words.noneFound} text={words.noneFoundText(query)} />
          ) : items.length === 0 ? (
            <LoadingRooms label={texts.searching} />
          ) : (
            <div
              aria-busy={isPlaceholderData}
              // Prevents presses on results of the previous search by mistake.
              inert={isPlaceholderData}
              className={cx('p-2 pt-0 transition-opacity duration-200', isPlaceholderData && 'opacity-60')}
            >
              <GrowingList
                query={found}
                count={items.length}
                failed={words.moreFoundFailed}
                retryLabel={texts.retry}
                className="grid grid-cols-[minmax(0,1fr)] gap-0.5"
              >
                {items.map((message) => (
                  <li key={`${message.room_id}.${message.seq}`}>
                    <FoundMessageEntry
                      message={message}
                      isOpened={message.room_id === opened.roomId && message.seq === opened.seq}
                      onOpen={() => onOpen(message.room_id, message.seq)}
                    />
                  </li>
                ))}
              </GrowingList>
            </div>
          )
        }
      </QueryState>
    </nav>
  )
}

function FoundMessageEntry({
  message,
  isOpened,
  onOpen,
}: {
  message: FoundMessage
  isOpened: boolean
  onOpen: () => void
}) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  const { partner, match, created_at: at } = message
  return (
    <button
      type="button"
      data-found=""
      aria-current={isOpened ? 'true' : undefined}
      onClick={onOpen}
      onKeyDown={moveFocusAmongResults}
      className="flex w-full gap-3 rounded-md p-3 text-left hover:bg-surface-2 aria-[current]:bg-primary-soft"
    >
      <Avatar id={partner.id} name={partner.full_name} src={partner.profile_picture_url} size={44} decorative />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span translate="no" className="line-clamp-2 min-w-0 flex-1 font-semibold text-ink wrap-anywhere">
            {partner.full_name}
          </span>{' '}
          <time
            dateTime={at}
            title={formatFullDateTime(at, language)}
            className={cx('num flex-none text-xs', isOpened ? 'text-ink-2' : 'text-ink-3')}
          >
            {formatTimeOrDay(at, language)}
          </time>
        </span>{' '}
        <span className="mt-0.5 line-clamp-3 text-sm wrap-anywhere text-ink-2">
          {message.sender_id !== partner.id && <span>{`${texts.byYou} `}</span>}
          {message.is_file && (
            <>
              <span className="me-1 inline-block align-[-0.15em]">
                <FileIcon type="" size={16} />
              </span>
              <span className="sr-only">{`${texts.file} `}</span>
            </>
          )}
          {/* Without isolation, right-to-left text would reverse the label before it. */}
          <bdi>
            <MarkedText parts={match} />
          </bdi>
        </span>
      </span>
    </button>
  )
}
