import { createContext, type KeyboardEvent, type ReactNode, use, useId, useMemo } from 'react'

import { CountBadge } from './badge.tsx'
import { cx } from './class-names.ts'

export type TabsProps<T extends string> = {
  /** What the tabs choose between, for screen readers. */
  label: string
  value: T
  onChange: (value: T) => void
  /**
   * `count` is shown in red when above zero, and `hasNews` as a mark while it is zero; `countLabel` is read instead
   * ("2 new"). `icon` is shown where the class `tabs-below` puts the list at the bottom of the screen.
   */
  tabs: readonly {
    value: T
    label: string
    icon?: ReactNode
    count?: number
    hasNews?: boolean
    countLabel?: string
    countClassName?: string | undefined
  }[]
  className?: string
  listClassName?: string
  /** The `TabPanel`s. */
  children: ReactNode
}

/** Which tab is chosen, and what the ids of tabs and panels begin with. */
const TabsContext = createContext<{ chosen: string; id: string } | null>(null)

/**
 * Tabs with arrow keys, Home and End. The caller keeps the value, so that it can live in the address. A press of the
 * mouse or a finger moves the focus as the browser does it, never by script: browsers take that for the keyboard, and
 * draw the ring.
 */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  className,
  listClassName,
  children,
}: TabsProps<T>) {
  const id = useId()
  const context = useMemo(() => ({ chosen: value, id }), [value, id])

  function choose(next: T): void {
    if (next !== value) onChange(next)
  }

  function onKeyDown(event: KeyboardEvent, at: number): void {
    // With a modifier they are the browser's: Alt and an arrow go back and forth.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    document.getElementById(tabId(id, tab.value))?.focus()
    choose(tab.value)
  }

  return (
    <TabsContext value={context}>
      <div className={className}>
        <div role="tablist" aria-label={label} className={cx('tab-list print:hidden', listClassName)}>
          {tabs.map((tab, at) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={tabId(id, tab.value)}
              aria-controls={panelId(id, tab.value)}
              aria-selected={tab.value === value}
              tabIndex={tab.value === value ? 0 : -1}
              className="tab"
              onClick={() => choose(tab.value)}
              onKeyDown={(event) => onKeyDown(event, at)}
            >
              {tab.icon}
              <span>{tab.label}</span>
              <CountBadge
                className={tab.countClassName ?? ''}
                count={tab.count ?? 0}
                hasNews={tab.hasNews}
                label={tab.countLabel ?? String(tab.count ?? 0)}
              />
            </button>
          ))}
        </div>
        {children}
      </div>
    </TabsContext>
  )
}

/** What one tab shows; its content is mounted only while its tab is chosen. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const tabs = use(TabsContext)
  if (!tabs) throw new Error('A panel stands among tabs')
  const isChosen = tabs.chosen === value
  return (
    <div
      role="tabpanel"
      id={panelId(tabs.id, value)}
      aria-labelledby={tabId(tabs.id, value)}
      tabIndex={0}
      hidden={!isChosen}
      className={className}
    >
      {isChosen && children}
    </div>
  )
}

function tabId(id: string, value: string): string {
  return `${id}-tab-${value}`
}

function panelId(id: string, value: string): string {
  return `${id}-panel-${value}`
}
