import type { ReactNode } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'

/** Layout of the Chats tab, at least 600 px high (spec 2.102). On narrow screens an open room covers the page. */
export function ChatsFrame({
  isRoomOpen,
  rooms,
  children,
}: {
  isRoomOpen: boolean
  rooms: ReactNode
  children: ReactNode
}) {
  return (
    <div className="card grid overflow-clip print:block! print:h-auto! print:border-0 md:h-[max(600px,calc(100dvh-12.5rem-var(--above)))] md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1fr)] min-[100rem]:grid-cols-[26rem_minmax(0,1fr)]">
      {/* The padding keeps focused entries below the search field. */}
      <div className="min-h-0 scroll-pt-32 overflow-y-auto md:border-r md:border-border print:hidden">{rooms}</div>
      <div
        data-covers-page={isRoomOpen || undefined}
        className={cx(
          'min-h-0 min-w-0 flex-col bg-surface md:flex print:static! print:block! print:h-auto!',
          isRoomOpen
            ? 'flex max-md:fixed max-md:inset-0 max-md:top-(--above) max-md:z-40 max-md:h-[calc(100dvh-var(--above))] max-md:pb-[env(safe-area-inset-bottom)]'
            : 'hidden',
        )}
      >
        {children}
      </div>
    </div>
  )
}

export function LoadingChats({ isRoomOpen, label }: { isRoomOpen: boolean; label: string }) {
  return (
    <ChatsFrame isRoomOpen={isRoomOpen} rooms={<LoadingRooms label={label} />}>
      <RoomSkeleton />
    </ChatsFrame>
  )
}

export function LoadingRoom({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex min-h-0 flex-1 flex-col">
      <RoomSkeleton />
    </div>
  )
}

export function LoadingMessages({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex min-h-0 flex-1 flex-col">
      <MessageSkeletons />
    </div>
  )
}

function RoomSkeleton() {
  return (
    <>
      <div className="flex items-center gap-3 border-b border-border px-4 py-1.5 md:px-6 md:py-3.5">
        <Skeleton className="size-11 flex-none rounded-md" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="h-3.5 w-28 max-w-full" />
        </div>
        <Skeleton className="size-11 flex-none rounded-md" />
      </div>
      <MessageSkeletons />
      <div className="flex gap-2 border-t border-border px-4 py-2 md:px-6 md:py-4">
        <Skeleton className="h-12 flex-1 rounded-md" />
        <Skeleton className="size-12 flex-none rounded-md" />
      </div>
    </>
  )
}

function MessageSkeletons() {
  return (
    <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-clip px-4 pb-4 md:px-6">
      <Skeleton className="h-16 w-3/5 rounded-bubble" />
      <Skeleton className="h-11 w-2/5 rounded-bubble" />
      <Skeleton className="h-20 w-1/2 self-end rounded-bubble" />
      <Skeleton className="h-11 w-1/3 rounded-bubble" />
      <Skeleton className="h-16 w-2/5 self-end rounded-bubble" />
    </div>
  )
}

export function LoadingRooms({ label }: { label: string }) {
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
