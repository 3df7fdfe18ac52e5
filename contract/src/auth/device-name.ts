/** What a browser tells about itself: its name, the system it runs on, and the kind of machine. */
export interface DeviceName {
  /** Null when it is none that we know. */
  browser: string | null
  system: string | null
  kind: 'computer' | 'phone' | 'tablet' | 'unknown'
}

/** Browsers by their mark. Most also carry the marks of those below them, so the order decides. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//u, 'Opera'],
  [/\bVivaldi\//u, 'Vivaldi'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:DuckDuckGo|Ddg)\//u, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//u, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\S+ )?Safari\//u, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  // Before Linux, of which it is one.
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMacintosh\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
]

function firstOf(known: readonly [RegExp, string][], text: string): string | null {
  return known.find(([mark]) => mark.test(text))?.[1] ?? null
}

function kindOf(system: string | null, userAgent: string): DeviceName['kind'] {
  if (system === null) return 'unknown'
  if (system === 'iPhone') return 'phone'
  if (system === 'iPad') return 'tablet'
  // Android's tablets leave out the word Mobile.
  if (system === 'Android') return /\bMobile\b/u.test(userAgent) ? 'phone' : 'tablet'
  return 'computer'
}

/**
 * Reads a browser's user agent, well enough for people to recognise their own devices. It is what a browser says,
 * never a proof: nothing may be decided by it.
 * @param userAgent null when the browser did not say
 */
export function readUserAgent(userAgent: string | null): DeviceName {
  if (userAgent === null) return { browser: null, system: null, kind: 'unknown' }
  const system = firstOf(SYSTEMS, userAgent)
  return { browser: firstOf(BROWSERS, userAgent), system, kind: kindOf(system, userAgent) }
}
