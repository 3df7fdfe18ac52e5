import { createContext, type KeyboardEvent, type ReactNode, use, useId, useMemo } from 'react'

import { CountBadge } from './badge.tsx'
import { cx } from './class-names.ts'

export type TabsProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  /** `hasNew` shows a mark at a count of zero. Screen readers read `countLabel`. The class `tabs-below` shows icons. */
  tabs: readonly {
    value: T
    label: string
    icon?: ReactNode
    count?: number
    hasNew?: boolean
    countLabel?: string
    countClassName?: string | undefined
  }[]
  className?: string
  listClassName?: string
  children: ReactNode
}

const TabsContext = createContext<{ chosen: string; id: string } | null>(null)

/** On a press, only the browser moves the focus. Focusing by code would show the keyboard's focus ring. */
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

  function changeTab(next: T): void {
    if (next !== value) onChange(next)
  }

  function onKeyDown(event: KeyboardEvent, at: number): void {
    // Arrow keys with a modifier belong to the browser, such as Alt and Left for Back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    document.getElementById(toTabId(id, tab.value))?.focus()
    changeTab(tab.value)
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
              id={toTabId(id, tab.value)}
              aria-controls={toPanelId(id, tab.value)}
              aria-selected={tab.value === value}
              tabIndex={tab.value === value ? 0 : -1}
              className="tab"
              onClick={() => changeTab(tab.value)}
              onKeyDown={(event) => onKeyDown(event, at)}
            >
              {tab.icon}
              <span>{tab.label}</span>
              <CountBadge
                className={tab.countClassName ?? ''}
                count={tab.count ?? 0}
                hasNew={tab.hasNew}
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

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  const tabs = use(TabsContext)
  if (!tabs) throw new Error('A panel stands among tabs')
  const isChosen = tabs.chosen === value
  return (
    <div
      role="tabpanel"
      id={toPanelId(tabs.id, value)}
      aria-labelledby={toTabId(tabs.id, value)}
      tabIndex={0}
      hidden={!isChosen}
      className={className}
    >
      {isChosen && children}
    </div>
  )
}

function toTabId(id: string, value: string): string {
  return `${id}-tab-${value}`
}

function toPanelId(id: string, value: string): string {
  return `${id}-panel-${value}`
}
