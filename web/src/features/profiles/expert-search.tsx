import { SearchInput } from '../../design-system/field.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { profilesTexts } from './profiles.messages.ts'
import type { Search } from './use-search.ts'

/** The search box for experts; Enter asks at once. */
export function ExpertSearch({ search, className }: { search: Search; className?: string }) {
  const texts = useTexts(profilesTexts)
  return (
    <SearchInput
      name="query"
      label={texts.searchLabel}
      clearLabel={texts.clearSearch}
      placeholder={texts.searchPlaceholder}
      value={search.text}
      onChange={(event) => search.setText(event.target.value)}
      {...(className !== undefined && { className })}
    />
  )
}
