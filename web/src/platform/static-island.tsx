import { type ComponentType, useEffect, useState } from 'react'

import { useHydrated } from './hydrated.ts'
import { useLanguage } from './i18n/language.tsx'

/**
 * Static part of a page: hydration keeps the server's HTML without its code, which is loaded on a change of language or
 * without server HTML.
 * @param load the part; already loaded on the server
 */
export function createStaticIsland(
  load: () => Promise<ComponentType>,
  onServer: ComponentType | undefined,
): ComponentType {
  let loaded = onServer
  return function StaticIsland() {
    const hydrated = useHydrated()
    const language = useLanguage()
    const [rendered] = useState(hydrated ? null : language)
    const [Part, setPart] = useState(() => loaded)
    const isWanted = Part === undefined && rendered !== language
    useEffect(() => {
      if (!isWanted) return
      load().then(
        (part) => {
          loaded = part
          setPart(() => part)
        },
        // Failures are ignored: the content is optional.
        () => undefined,
      )
    }, [isWanted])
    if (Part)
      return (
        <div key="part">
          <Part />
        </div>
      )
    // oxlint-disable-next-line react/no-danger -- an empty text: it makes React leave alone what the server wrote
    return <div key="html" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
