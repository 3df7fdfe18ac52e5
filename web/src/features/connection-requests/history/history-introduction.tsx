import { useEffect, useId, useRef, useState } from 'react'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { cx } from '../../../design-system/class-names.ts'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { requestTexts } from '../connection-requests.messages.ts'
import { isSentByViewer } from '../request-cache.ts'

export function HistoryIntroduction({ request }: { request: ConnectionRequest }) {
  const texts = useTexts(requestTexts)
  const id = useId()
  const [unfolded, setUnfolded] = useState(false)
  const { ref, isCut } = useIsTextCut()
  const whose = isSentByViewer(request) ? texts.introduction : texts.introductionOf(request.counterpart.full_name)
  return (
    <>
      <p
        ref={ref}
        id={id}
        dir="auto"
        className={cx(
          'mt-0.5 max-w-[80ch] text-sm text-ink-2 wrap-anywhere',
          unfolded ? 'whitespace-pre-wrap' : 'line-clamp-2',
        )}
      >
        {unfolded ? <TextWithCode text={request.message} /> : request.message}
      </p>
      {(isCut || unfolded) && (
        <button
          type="button"
          className={`${textLinkClass} mt-0.5 min-h-6 text-sm`}
          aria-label={`${unfolded ? texts.showLess : texts.showAll}: ${whose}`}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? texts.showLess : texts.showAll}
        </button>
      )}
    </>
  )
}

function useIsTextCut() {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setIsCut(element.scrollHeight > element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isCut }
}
