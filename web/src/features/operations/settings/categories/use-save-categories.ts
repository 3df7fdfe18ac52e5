import { useQueryClient } from '@tanstack/react-query'

import type { CategoryEntry } from '@kundig/contract/profiles/categories'

import { toast } from '../../../../design-system/toasts/toast.tsx'
import { client } from '../../../../platform/api/client.ts'
import { getSessionSignal } from '../../../../platform/api/session-state.ts'
import { categoriesQuery } from '../../../../platform/categories/categories.queries.ts'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../../operations.queries.ts'
import { settingsQuery } from '../settings.queries.ts'
import { categoriesTexts } from './categories.messages.ts'

/** @returns false if the session ended @throws Refusal such as SETTINGS_CHANGED, after refetching the settings */
export function useSaveCategories(): (version: number, list: readonly CategoryEntry[]) => Promise<boolean> {
  const texts = useTexts(categoriesTexts)
  const queryClient = useQueryClient()
  return async (version, list) => {
    const ended = getSessionSignal(queryClient)
    // Sends only these fields. The server keeps fields that a later release has added.
    const sent = list.map(({ id, label, short_label, is_hidden }) => ({ id, label, short_label, is_hidden }))
    try {
      const answer = await client.operations.setCategories({ version, list: sent })
      if (ended.aborted) return false
      queryClient.setQueryData(settingsQuery.queryKey, answer)
      queryClient.setQueryData(categoriesQuery.queryKey, { items: answer.settings.categories.list })
      toast.success(texts.saved)
      void queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
      return true
    } catch (error) {
      if (!ended.aborted) await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
      throw error
    }
  }
}
