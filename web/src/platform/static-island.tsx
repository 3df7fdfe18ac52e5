import { type ComponentType, useEffect, useState } from 'react'

import { useHydrated } from './hydrated.ts'
import { useLanguage } from './i18n/language.tsx'

/**
 * Creates a component for a static part of a page. Hydration keeps the server's HTML and loads no code for the part.
 * The code is loaded after a change of language, or if the server did not render the page.
 * @param load loads the part in the browser
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
        // Ignores failures, because the content is optional.
        () => undefined,
      )
    }, [isWanted])
    if (Part)
      return (
        <div key="part">
          <Part />
        </div>
      )
    // oxlint-disable-next-line react/no-danger -- the empty text makes React keep the server's HTML
    return <div key="html" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
}
