import { useQueryErrorResetBoundary } from '@tanstack/react-query'

import { Button } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { Tile } from '../../design-system/tiles/tile.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { appTexts } from './app.messages.ts'

/** Fallback error screen (spec 2). @param className sets the height; by default the whole screen */
export function ErrorScreen({
  onRetry,
  busy = false,
  className = 'min-h-dvh',
}: {
  onRetry: () => void
  busy?: boolean
  className?: string
}) {
  const texts = useTexts(appTexts)
  const { reset } = useQueryErrorResetBoundary()
  function retry(): void {
    reset()
    onRetry()
  }
  return (
    <div
      role="alert"
      className={cx('grid w-full flex-1 place-content-center justify-items-center gap-6 px-6 text-center', className)}
    >
      <Tile motif="petals" size={88} />
      <h1 className="text-2xl">{texts.wentWrong}</h1>
      <Button size="lg" busy={busy} onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
