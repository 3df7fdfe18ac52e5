import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'

import type { Block } from '@kundig/contract/safety/safety.contract'

import { Avatar } from '../../design-system/avatars/avatar.tsx'
import { Button } from '../../design-system/button.tsx'
import { Skeleton } from '../../design-system/states/skeleton.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { PagedList } from '../../platform/lists/paged-list.tsx'
import { BlockDialog, type BlockedPerson } from './block-dialog.tsx'
import { blockTexts } from './block.messages.ts'
import { blockedSectionTexts } from './blocked-section.messages.ts'
import { blocksQuery } from './blocks.queries.ts'

export function BlockedSection() {
  const texts = useTexts(blockedSectionTexts)
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const blocks = useInfiniteQuery(blocksQuery)
  const [person, setPerson] = useState<BlockedPerson | null>(null)
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 ref={heading} id={titleId} tabIndex={-1} className="text-xl outline-none">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{texts.lead}</p>
      <PagedList
        query={blocks}
        loading={
          <div aria-busy="true">
            <span role="status" className="sr-only">
              {texts.loading}
            </span>
            <Skeleton className="h-12 rounded-md" />
          </div>
        }
        failed={texts.failed}
        retryLabel={texts.retry}
        empty={<p className="text-ink-2">{texts.none}</p>}
        align="start"
        listClassName="divide-y divide-border"
      >
        {(block) => <BlockedRow key={block.person_id} block={block} onUnblock={setPerson} />}
      </PagedList>
      <BlockDialog
        person={person}
        isBlocked
        onClose={() => setPerson(null)}
        // Focuses the heading, because the row with the focus disappears.
        onClosed={() => heading.current?.focus({ preventScroll: true })}
      />
    </section>
  )
}

function BlockedRow({ block, onUnblock }: { block: Block; onUnblock: (person: BlockedPerson) => void }) {
  const texts = useTexts(blockedSectionTexts)
  const words = useTexts(blockTexts)
  const name = block.person?.full_name ?? texts.nameless
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar id={block.person_id} name={name} src={block.person?.profile_picture_url ?? null} size={40} decorative />
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
      <Button
        variant="secondary"
        size="sm"
        aria-label={words.unblockNamed(name)}
        onClick={() => onUnblock({ id: block.person_id, full_name: name })}
      >
        {words.unblock}
      </Button>
    </li>
  )
}
