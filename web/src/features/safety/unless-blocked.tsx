import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'

import { Button } from '../../design-system/button.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { BlockDialog, type BlockedPerson } from './block-dialog.tsx'
import { blockTexts } from './block.messages.ts'
import { blockOfQuery } from './blocks.queries.ts'

export function BlockGate({ person, children }: { person: BlockedPerson; children: ReactNode }) {
  const texts = useTexts(blockTexts)
  const { data, isPending } = useQuery(blockOfQuery(person.id))
  const [isAsked, setIsAsked] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // Shows no button until the server has answered whether the person is blocked.
  if (isPending) return null
  const isBlocked = (data?.items.length ?? 0) > 0
  return (
    <div ref={place} className="contents">
      {isBlocked ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="wrap-anywhere">{texts.blocked(person.full_name)}</p>
          <Button
            variant="secondary"
            aria-label={texts.unblockNamed(person.full_name)}
            onClick={() => setIsAsked(true)}
          >
            {texts.unblock}
          </Button>
        </div>
      ) : (
        children
      )}
      <BlockDialog
        person={isAsked ? person : null}
        isBlocked
        onClose={() => setIsAsked(false)}
        // Another button has replaced the button that opened the dialog.
        onClosed={() => {
          if (document.activeElement === document.body) place.current?.querySelector('button')?.focus()
        }}
      />
    </div>
  )
}
