import { Skeleton } from '../../design-system/states/skeleton.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { operationsTexts } from './operations.messages.ts'

export function LoadingRows() {
  const { loading } = useTexts(operationsTexts)
  return (
    <div aria-busy="true" className="grid gap-3">
      <span role="status" className="sr-only">
        {loading}
      </span>
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-12 rounded-md" />
      <Skeleton className="h-12 rounded-md" />
    </div>
  )
}
