export type Language = 'en' | 'nl'

/** Chooses the language of `?locale=`, such as `nl-BE`. Without it or for `auto`, uses the best of Accept-Language. */
export function chooseLanguage(asked: string | undefined, accepted: string | undefined): Language {
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
