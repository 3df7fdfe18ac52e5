import { type ReactNode, useEffect, useRef } from 'react'

import { Button } from '../../design-system/button.tsx'
import { defineTexts, useTexts } from '../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../platform/site.ts'

export const thanksTexts = defineTexts({
  en: {
    title: (name: string) => `Thank you, ${name}`,
    text: `You are on the list. We’ll email you about ${SITE_NAME} in your field.`,
    another: 'Add someone else',
  },
  nl: {
    title: (name) => `Dank je wel, ${name}`,
    text: `Je staat op de lijst. We mailen je over ${SITE_NAME} in jouw vakgebied.`,
    another: 'Nog iemand aanmelden',
  },
})

export interface ThanksProps {
  name: string
  onStartOver: () => void
  children: ReactNode
}

export function Thanks({ name, onStartOver, children }: ThanksProps) {
  const texts = useTexts(thanksTexts)
  const heading = useRef<HTMLHeadingElement>(null)
  // Scrolls to the thanks and focuses them. The focused form was removed, and the shorter text may be out of view.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="grid justify-items-start gap-2 p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl break-words outline-none">
        {texts.title(name)}
      </h2>
      <p className="text-ink-2">{texts.text}</p>
      <Button variant="secondary" size="sm" className="mt-3" onClick={onStartOver}>
        {texts.another}
      </Button>
      {children}
    </div>
  )
}
