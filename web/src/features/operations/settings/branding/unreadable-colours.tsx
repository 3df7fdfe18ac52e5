import { Button } from '../../../../design-system/button.tsx'
import { Notice } from '../../../../design-system/notice.tsx'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { brandingPreviewTexts } from './branding-preview.messages.ts'
import { brandingTexts } from './branding.messages.ts'

export interface Judgement {
  failures: { mode: 'light' | 'dark'; text: string; background: string; ratio: number }[]
  readable: { primary: string; accent: string } | null
}

/** Maximum number of unreadable texts in the warning. The least readable texts come first. */
const NAMED = 3

export function UnreadableColours({
  judgement: { failures, readable },
  onTake,
}: {
  judgement: Judgement
  onTake: (readable: { primary: string; accent: string }) => void
}) {
  const texts = useTexts(brandingTexts)
  const modes = useTexts(brandingPreviewTexts)
  const language = useLanguage()
  const number = new Intl.NumberFormat(language === 'nl' ? 'nl-NL' : 'en-GB', { maximumFractionDigits: 1 })
  return (
    <div role="alert">
      <Notice tone="pending" title={texts.unreadable}>
        <ul>
          {failures.slice(0, NAMED).map(({ mode, text, background, ratio }) => (
            <li key={`${mode} ${text} ${background}`}>
              {`${modes[mode]}: ${texts.pair(text, background, number.format(ratio))}`}
            </li>
          ))}
        </ul>
        {readable && (
          <Button variant="secondary" size="sm" className="mt-3" onClick={() => onTake(readable)}>
            {texts.take(readable.primary, readable.accent)}
          </Button>
        )}
      </Notice>
    </div>
  )
}
