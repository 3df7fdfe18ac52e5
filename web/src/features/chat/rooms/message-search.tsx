import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { SearchInput } from '../../../design-system/fields/field.tsx'
import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { type Search, useControlledSearch } from '../../../platform/forms/use-search.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import { LoadingRooms } from './chats-frame.tsx'
import type { FoundMessagesProps } from './found-messages.tsx'
import { focusFirstResult } from './result-keys.ts'

/** Pause in typing before a search (ms). */
const DEBOUNCE_MS = 250

const loadFoundMessages = () => import('./found-messages.tsx')

export interface MessageSearchProps extends FoundMessagesProps {
  ref: Ref<HTMLInputElement>
  /** First name of the partner in the searched room; absent until it is known. */
  partnerName: string | undefined
  onQuery: (query: string) => void
  onSearchAll: () => void
  /** List of rooms, shown while the search field is empty. */
  children: ReactNode
}

/** Search field above the list of rooms. Search results replace the list. */
export function MessageSearch({
  ref,
  partnerName,
  onQuery,
  onSearchAll,
  children,
  query,
  roomId,
  ...found
}: MessageSearchProps) {
  const texts = useTexts(chatTexts)
  const ask = (next: string): boolean => {
    onQuery(next)
    return true
  }
  const search = useControlledSearch(query, ask, DEBOUNCE_MS)
  const isSearching = search.text.trim() !== ''
  const code = useLazyModule(loadFoundMessages, isSearching)
  return (
    <div data-search="">
      <div role="search" className="sticky top-0 z-1 grid gap-2 bg-surface p-3">
        <SearchInput
          ref={ref}
          label={texts.search}
          clearLabel={texts.clearSearch}
          placeholder={texts.search}
          value={search.text}
          onChange={({ target: { value } }) => (value === '' ? search.clear() : search.setText(value))}
          onKeyDown={(event) => handleKeys(event, search)}
        />
        {roomId !== undefined && (
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            <span className="rounded-full bg-accent-soft px-3 py-1 font-medium wrap-anywhere text-ink">
              {partnerName === undefined ? texts.inOneChat : texts.inChatWith(partnerName)}
            </span>
            <Button variant="ghost" size="sm" onClick={onSearchAll}>
              <X size={16} />
              <span>{texts.searchAll}</span>
            </Button>
          </div>
        )}
      </div>
      {!isSearching ? (
        children
      ) : code && query !== '' ? (
        <code.FoundMessages {...found} query={query} roomId={roomId} />
      ) : (
        <LoadingRooms label={texts.searching} />
      )}
    </div>
  )
}

function handleKeys(event: KeyboardEvent<HTMLInputElement>, search: Search): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Escape' && search.text !== '') {
    event.preventDefault()
    search.clear()
  } else if (event.key === 'ArrowDown') {
    event.preventDefault()
    focusFirstResult(event.currentTarget)
  } else if (event.key === 'Enter') {
    search.flush()
  }
}
