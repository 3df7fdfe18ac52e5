import type { Appearance } from '@stripe/stripe-js'

const COLOURS = {
  colorPrimary: '--primary',
  colorBackground: '--surface',
  colorText: '--ink',
  colorTextSecondary: '--ink-2',
  colorTextPlaceholder: '--ink-3',
  colorDanger: '--danger',
  colorSuccess: '--success',
  inputColorBorder: '--border-strong',
  inputFocusColorBorder: '--focus',
  labelColorText: '--ink',
  iconColor: '--ink-2',
} as const

export function buildStripeAppearance(dark: boolean): Appearance {
  const tokens = getComputedStyle(document.documentElement)
  const colours: Record<string, string> = {}
  for (const [name, token] of Object.entries(COLOURS)) colours[name] = toRgb(tokens.getPropertyValue(token))
  return {
    theme: dark ? 'night' : 'stripe',
    labels: 'above',
    disableAnimations: matchMedia('(prefers-reduced-motion: reduce)').matches,
    variables: {
      ...colours,
      fontFamily: 'system-ui, sans-serif',
      // Phones zoom into fields with text below 16 px.
      fontSizeBase: '16px',
      borderRadius: tokens.getPropertyValue('--radius-md'),
      labelFontWeight: '600',
      inputBoxShadow: 'none',
      inputFocusBoxShadow: `0 0 0 1px ${toRgb(tokens.getPropertyValue('--focus'))}`,
    },
  }
}

/** Converts a colour from OKLCH, which Stripe does not support. */
function toRgb(colour: string): string {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
