export interface DeviceName {
  browser: string | null
  system: string | null
  kind: 'computer' | 'phone' | 'tablet' | 'unknown'
}

/** Browsers and their markers in user agents. The order matters: most user agents also contain later markers. */
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
  // Android comes before Linux, because Android's user agents also contain “Linux”.
  [/\bAndroid\b/u, 'Android'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMacintosh\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
]

function findMatchingName(known: readonly [RegExp, string][], text: string): string | null {
  return known.find(([mark]) => mark.test(text))?.[1] ?? null
}

function toDeviceKind(system: string | null, userAgent: string): DeviceName['kind'] {
  if (system === null) return 'unknown'
  if (system === 'iPhone') return 'phone'
  if (system === 'iPad') return 'tablet'
  // Android tablets omit the word Mobile.
  if (system === 'Android') return /\bMobile\b/u.test(userAgent) ? 'phone' : 'tablet'
  return 'computer'
}

/** Names a device by its user agent, so that people recognise it. Not for security: a user agent can be forged. */
export function parseUserAgent(userAgent: string | null): DeviceName {
  if (userAgent === null) return { browser: null, system: null, kind: 'unknown' }
  const system = findMatchingName(SYSTEMS, userAgent)
  return { browser: findMatchingName(BROWSERS, userAgent), system, kind: toDeviceKind(system, userAgent) }
}
