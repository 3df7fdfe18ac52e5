import type { ReactNode } from 'react'

import { cx } from '../../design-system/class-names.ts'
import { Skeleton } from '../../design-system/skeleton.tsx'
import { PageSpinner } from '../../design-system/spinner.tsx'

/**
 * Where the parts of the Chats tab stand: the rooms on the left, the open one on the right; on narrow screens the open
 * one covers the page.
 */
export function ChatsFrame({
  isRoomOpen,
  rooms,
  children,
}: {
  isRoomOpen: boolean
  rooms: ReactNode
  /** The open room, or what stands in its place. */
  children: ReactNode
}) {
  return (
    <div className="card grid overflow-clip md:h-[600px] md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1fr)]">
      <div className="min-h-0 overflow-y-auto md:border-r md:border-border">{rooms}</div>
      <div
        data-covers-page={isRoomOpen || undefined}
        className={cx(
          'min-h-0 min-w-0 flex-col bg-surface md:flex',
          isRoomOpen ? 'flex max-md:fixed max-md:inset-0 max-md:z-40 max-md:h-dvh' : 'hidden',
        )}
      >
        {children}
      </div>
    </div>
  )
}

/** The Chats tab before anything of it is there: it stays like this while first its code comes, then the rooms. */
export function LoadingChats({ isRoomOpen, label }: { isRoomOpen: boolean; label: string }) {
  return (
    <ChatsFrame isRoomOpen={isRoomOpen} rooms={<LoadingRooms label={label} />}>
      {isRoomOpen && <PageSpinner label={label} />}
    </ChatsFrame>
  )
}

function LoadingRooms({ label }: { label: string }) {
  return (
    <div className="grid content-start gap-0.5 p-2" role="status" aria-label={label}>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-3 p-3">
          <Skeleton className="size-11 flex-none rounded-md" />
          <div className="grid flex-1 gap-1.5 pt-1 pb-0.5">
            <Skeleton className="mb-1 h-4 w-1/2" />
            <Skeleton className="h-3.5 w-5/6" />
            <Skeleton className="h-3.5 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
