/** Languages of the hosted pages. */
export type Language = 'en' | 'nl'

/**
 * The language to answer in: the one that the address asks for, else the reader's most wanted one that there is.
 * @param asked value of `?locale=`, if any; `auto` and regions such as `nl-BE` are understood
 * @param accepted the Accept-Language header, if any
 */
export function languageOf(asked: string | undefined, accepted: string | undefined): Language {
  const wanted = (accepted ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/u.exec(parameter)?.[1]).find(Boolean)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
  for (const tag of [asked?.toLowerCase() ?? '', ...wanted]) {
    const language = tag.split('-')[0]
    if (language === 'en' || language === 'nl') return language
  }
  return 'en'
}
