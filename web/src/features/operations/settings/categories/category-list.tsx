import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'

import { CATEGORY_LIMITS, type CategoryEntry } from '@kundig/contract/profiles/categories'

import { Badge } from '../../../../design-system/badge.tsx'
import { Button, IconButton } from '../../../../design-system/button.tsx'
import { Tile } from '../../../../design-system/tiles/tile.tsx'
import { toast } from '../../../../design-system/toasts/toast.tsx'
import { useAnnouncement } from '../../../../design-system/use-announcement.tsx'
import { toFailure } from '../../../../platform/api/failure.ts'
import { pickMotif } from '../../../../platform/categories/category-motif.ts'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../../platform/i18n/texts.ts'
import { categoriesTexts } from './categories.messages.ts'
import { useSaveCategories } from './use-save-categories.ts'

type Step = -1 | 1

const swapped = (list: readonly CategoryEntry[], place: number, step: Step): CategoryEntry[] => {
  const next = [...list]
  next.splice(place + step, 0, ...next.splice(place, 1))
  return next
}

/** @param onEdit receives the id of a category to rename, or null to add a category */
export function CategoryList({
  version,
  list,
  mayChange,
  onEdit,
}: {
  version: number
  list: readonly CategoryEntry[]
  mayChange: boolean
  onEdit: (id: string | null) => void
}) {
  const texts = useTexts(categoriesTexts)
  const language = useLanguage()
  const errorText = useErrorText()
  const save = useSaveCategories()
  const [isBusy, setIsBusy] = useState(false)
  const [announced, announce] = useAnnouncement()
  const shown = useRef(list)
  const pressed = useRef<HTMLElement | null>(null)
  // Restores the focus. While React moves a row, the row is briefly removed, and its buttons lose the focus.
  useLayoutEffect(() => {
    if (shown.current === list) return
    shown.current = list
    if (document.activeElement === document.body) pressed.current?.focus({ preventScroll: true })
  })

  async function saveCategories(next: readonly CategoryEntry[], news: string): Promise<void> {
    // Ignores presses during a save, because disabled buttons would lose the focus.
    if (isBusy) return
    setIsBusy(true)
    try {
      if (await save(version, next)) announce(news)
    } catch (error) {
      toast.error(errorText(toFailure(error).code))
    } finally {
      setIsBusy(false)
    }
  }
  const rows = list.map((entry, place) => {
    const name = entry.label[language]
    const move = (step: Step, button: HTMLElement): void => {
      if (!list[place + step]) return
      pressed.current = button
      void saveCategories(swapped(list, place, step), texts.movedTo(name, place + step + 1, list.length))
    }
    const hidden = (is_hidden: boolean): void =>
      void saveCategories(
        list.map((one) => (one.id === entry.id ? { ...one, is_hidden } : one)),
        '',
      )
    return (
      <li key={entry.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
        <Tile motif={pickMotif(entry.id)} size={36} className="flex-none rounded-xs" />
        <span className="grid min-w-0 flex-1 basis-48">
          <span className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
            <span>{name}</span>
            {entry.is_hidden && <Badge tone="neutral">{texts.hidden}</Badge>}
          </span>
          <span className="text-sm wrap-anywhere text-ink-3" lang={language === 'nl' ? 'en' : 'nl'}>
            {entry.label[language === 'nl' ? 'en' : 'nl']}
          </span>
        </span>
        {mayChange && (
          <span className="ml-auto flex items-center gap-1">
            <Button variant="ghost" size="sm" aria-label={texts.renameOf(name)} onClick={() => onEdit(entry.id)}>
              {texts.rename}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={entry.is_hidden ? texts.showOf(name) : texts.hideOf(name)}
              onClick={() => hidden(!entry.is_hidden)}
            >
              {entry.is_hidden ? texts.show : texts.hide}
            </Button>
            <IconButton
              label={texts.up(name)}
              aria-disabled={place === 0 || undefined}
              onClick={(event) => move(-1, event.currentTarget)}
            >
              <ArrowUp size={18} />
            </IconButton>
            <IconButton
              label={texts.down(name)}
              aria-disabled={place === list.length - 1 || undefined}
              onClick={(event) => move(1, event.currentTarget)}
            >
              <ArrowDown size={18} />
            </IconButton>
          </span>
        )}
      </li>
    )
  })
  return (
    <>
      <ol className="divide-y divide-border" aria-busy={isBusy || undefined}>
        {rows}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {mayChange && list.length < CATEGORY_LIMITS.countMax && (
        <Button variant="secondary" className="mt-4" onClick={() => onEdit(null)}>
          {texts.add}
        </Button>
      )}
    </>
  )
}
