import { type ComponentType, useEffect, useState } from 'react'

import { useHydrated } from './hydrated.ts'
import { useLanguage } from './i18n/language.tsx'

/**
 * A part of a page that only shows something: in the browser the server's HTML stays as it is, without the code that
 * made it. That is fetched when the language changes, or when the page was not made by the server.
 * @param load the part itself; on the server it must be there already
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
        // It says nothing that cannot be missed.
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
