import { SearchInput } from '../../../design-system/fields/field.tsx'
import { loadRpcClient } from '../../../platform/api/client.ts'
import type { Search } from '../../../platform/forms/use-search.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { expertsTexts } from './experts.messages.ts'

export function ExpertSearch({ search, className }: { search: Search; className?: string }) {
  const texts = useTexts(expertsTexts)
  return (
    <SearchInput
      name="q"
      label={texts.searchLabel}
      clearLabel={texts.clearSearch}
      placeholder={texts.searchLabel}
      value={search.text}
      onFocus={() => void loadRpcClient().catch(() => undefined)}
      onChange={(event) => search.setText(event.target.value)}
      {...(className !== undefined && { className })}
    />
  )
}
