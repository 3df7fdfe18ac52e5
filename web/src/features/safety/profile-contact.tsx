import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { Button } from '../../design-system/button.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { BlockDialog, type BlockedPerson } from './block-dialog.tsx'
import { BlockMenu } from './block-menu.tsx'
import { blockTexts } from './block.messages.ts'
import { blockOfQuery } from './blocks.queries.ts'
import { useReportDialog } from './use-report-dialog.tsx'

export function ProfileReport({ person }: { person: BlockedPerson }) {
  const { ask, dialog } = useReportDialog()
  return (
    <>
      <BlockMenu
        name={person.full_name}
        onReport={() => ask({ subject: { kind: 'profile', id: person.id }, person })}
      />
      {dialog}
    </>
  )
}

/** Menu beside the request button. The request button stays mounted and keeps the focus when the menu has loaded. */
export function ProfileContact({ person }: { person: BlockedPerson }) {
  const texts = useTexts(blockTexts)
  const { data } = useQuery(blockOfQuery(person.id))
  const isBlocked = (data?.items.length ?? 0) > 0
  const place = useRef<HTMLDivElement>(null)
  // Stores the last question separately, because its texts stay visible while the dialog closes.
  const [asked, setAsked] = useState<'block' | 'unblock' | null>(null)
  const [last, setLast] = useState<'block' | 'unblock'>('block')
  const ask = (question: 'block' | 'unblock'): void => {
    setAsked(question)
    setLast(question)
  }
  const { ask: askAbout, dialog } = useReportDialog(isBlocked ? undefined : () => ask('block'))
  const report = (): void => askAbout({ subject: { kind: 'profile', id: person.id }, person })
  return (
    <div ref={place} data-blocked={isBlocked || undefined} className="contents">
      {isBlocked ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm wrap-anywhere text-ink-2">{texts.blocked(person.full_name)}</p>
          <Button variant="secondary" aria-label={texts.unblockNamed(person.full_name)} onClick={() => ask('unblock')}>
            {texts.unblock}
          </Button>
          <BlockMenu name={person.full_name} onReport={report} />
        </div>
      ) : (
        <BlockMenu name={person.full_name} onReport={report} onBlock={() => ask('block')} />
      )}
      {dialog}
      <BlockDialog
        person={asked === null ? null : person}
        isBlocked={last === 'unblock'}
        onClose={() => setAsked(null)}
        // Other buttons have replaced the button that opened the dialog.
        onClosed={() => {
          if (document.activeElement !== document.body) return
          const shown = isBlocked ? place.current : place.current?.parentElement
          shown?.querySelector('button')?.focus()
        }}
      />
    </div>
  )
}
