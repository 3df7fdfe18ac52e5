import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useState } from 'react'

import { LogoShapes } from '../../../../design-system/logo.tsx'
import { api } from '../../../../platform/api/client.ts'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { brandingPreviewTexts } from './branding-preview.messages.ts'

interface Colours {
  primary: string
  accent: string
}

/** Delay of the preview after the last change of a colour (ms). */
const DELAY_MS = 150
const SAMPLE_TIME = '12:04'
const COLOUR = /^(?:#[0-9a-f]{6})?$/iu

function useDelayedColours({ primary, accent }: Colours): Colours {
  const [colours, setColours] = useState({ primary, accent })
  useEffect(() => {
    if (!COLOUR.test(primary) || !COLOUR.test(accent)) return undefined
    const timer = setTimeout(() => setColours({ primary, accent }), DELAY_MS)
    return () => clearTimeout(timer)
  }, [primary, accent])
  return colours
}

/** Owner's logo or the default logo. As an image, the owner's logo ignores page styles. @param size height (px) */
export function LogoPreview({ address, size }: { address: string; size: number }) {
  if (address !== '') {
    return <img src={address} alt="" style={{ height: size, maxWidth: size * 2.5 }} className="object-contain" />
  }
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} fill="none" aria-hidden="true">
      <LogoShapes />
    </svg>
  )
}

/** Inert preview. Hidden from screen readers, because the form names unreadable texts. @param logo address, or empty */
export function BrandingPreview({ name, logo, ...colours }: Colours & { name: string; logo: string }) {
  const texts = useTexts(brandingPreviewTexts)
  const { data } = useQuery({
    ...api.operations.judgeColours.queryOptions({ input: useDelayedColours(colours) }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
  if (!data) return null
  return (
    <figure className="grid gap-2">
      <figcaption className="field-label">{texts.title}</figcaption>
      <div className="grid gap-3 sm:grid-cols-2" aria-hidden="true" inert>
        {(['light', 'dark'] as const).map((mode) => (
          <BrandingSample key={mode} mode={mode} name={name} logo={logo} tokens={data.tokens[mode]} />
        ))}
      </div>
      {data.failures.length > 0 && <p className="field-hint">{texts.unreadable}</p>}
    </figure>
  )
}

function BrandingSample({
  mode,
  name,
  logo,
  tokens,
}: {
  mode: 'light' | 'dark'
  name: string
  logo: string
  tokens: Record<string, string>
}) {
  const texts = useTexts(brandingPreviewTexts)
  const style: CSSProperties & Record<`--${string}`, string> = { colorScheme: mode }
  for (const [token, value] of Object.entries(tokens)) style[`--${token}`] = value
  return (
    <div style={style} data-preview={mode} className="overflow-clip rounded-lg border border-border bg-bg text-ink">
      <div className="flex h-13 items-center gap-2 bg-surface-2 px-3">
        <LogoPreview address={logo} size={24} />
        <span className="min-w-0 truncate font-display font-bold">{name}</span>
      </div>
      <div className="grid gap-3 p-3 text-sm">
        <p className="text-xs text-ink-2">{texts[mode]}</p>
        <p>
          <span className="text-link underline underline-offset-3">{texts.link}</span>
        </p>
        <span className="justify-self-start rounded-md bg-primary px-3 py-2 font-semibold text-on-primary">
          {texts.button}
        </span>
        <span className="justify-self-start rounded-md bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent">
          {texts.home}
        </span>
        <span className="grid max-w-[85%] justify-self-end rounded-lg bg-bubble-own px-3 py-2 text-on-bubble-own">
          {texts.own}
          <span className="justify-self-end text-xs text-bubble-own-meta">{SAMPLE_TIME}</span>
        </span>
      </div>
    </div>
  )
}
