import { Notice } from '../../design-system/notice.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { hiddenProfileTexts } from './hidden-profile.messages.ts'

export function HiddenProfileNote({ className }: { className?: string }) {
  const texts = useTexts(hiddenProfileTexts)
  return (
    <Notice tone="pending" title={texts.title} {...(className === undefined ? {} : { className })}>
      {texts.text}
    </Notice>
  )
}
