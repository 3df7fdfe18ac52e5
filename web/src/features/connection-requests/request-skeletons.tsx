import { Skeleton } from '../../design-system/states/skeleton.tsx'

export function PendingSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {[0, 1].map((index) => (
          <div key={index} className="card grid gap-3 p-4 sm:p-5">
            <div className="flex gap-3">
              <Skeleton className="size-14 flex-none rounded-md" />
              <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-2">
                <Skeleton className="h-5 w-40 max-w-full" />
                <Skeleton className="h-4 w-28" />
              </div>
            </div>
            <div className="grid gap-1.5 py-0.5">
              <Skeleton className="h-3.5" />
              <Skeleton className="h-3.5 w-3/4" />
            </div>
            <Skeleton className="h-24 rounded-md" />
            <div className="mt-1 grid grid-cols-2 gap-2">
              <Skeleton className="h-11 rounded-md" />
              <Skeleton className="h-11 rounded-md" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

export function HistorySkeleton({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="card divide-y divide-border">
      <p role="status" className="sr-only">
        {label}
      </p>
      {[0, 1, 2].map((index) => (
        <div key={index} className="flex gap-3 p-4">
          <Skeleton className="size-11 flex-none rounded-md" />
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-center gap-2">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-4 w-4/5 max-w-[44rem]" />
            <Skeleton className="h-6 w-24" />
          </div>
        </div>
      ))}
    </div>
  )
}
