import { Refusal } from '@kundig/contract/errors'
import { type CategoryEntry, hasSameLabels } from '@kundig/contract/profiles/categories'

import type { Database } from '../../../platform/database/database.ts'
import type { SiteSettingsStore, VersionedSettings } from '../../../platform/settings/site-settings.ts'
import { type AuditAction, recordAuditEntry } from '../team/audit-log.repository.ts'
import { SITE_ID } from './site-id.ts'

interface Change {
  id: string
  action: AuditAction
  before: string | null
  after: string | null
}

/**
 * Sets the ordered list of all categories, with an audit log entry for each change.
 * @throws Refusal SETTINGS_CHANGED, SETTINGS_UNREADABLE, CATEGORY_EXISTS, CATEGORY_NEEDED; INVALID_INPUT when a
 * category is missing
 */
export async function changeCategories(
  { db, siteSettings }: { db: Database; siteSettings: SiteSettingsStore },
  actorId: string,
  asked: { version: number; list: CategoryEntry[] },
): Promise<VersionedSettings> {
  return db.transaction(async (tx, afterCommit) => {
    const { version, settings, unreadable } = await siteSettings.readNow(tx)
    // Checks the version first, because an outdated version may cause the errors in the list.
    if (version !== asked.version) throw new Refusal('SETTINGS_CHANGED')
    // Saving over unreadable settings would lose categories that owners added.
    if (unreadable.includes('categories')) throw new Refusal('SETTINGS_UNREADABLE')
    const { list: known } = settings.categories
    requireValidList(known, asked.list)
    const knownById = new Map(known.map((entry) => [entry.id, entry]))
    const list = asked.list.map((entry) => ({ ...knownById.get(entry.id), ...entry }))
    const after = await siteSettings.change(tx, afterCommit, { version, group: 'categories', values: { list } })
    for (const change of findChanges(known, list)) {
      await recordAuditEntry(tx, {
        actorId,
        action: change.action,
        subjectKind: 'category',
        subjectId: SITE_ID,
        subjectSlug: change.id,
        stateBefore: change.before,
        stateAfter: change.after,
      })
    }
    return after
  })
}

function requireValidList(known: readonly CategoryEntry[], asked: readonly CategoryEntry[]): void {
  const ids = new Set(asked.map(({ id }) => id))
  if (ids.size < asked.length) throw new Refusal('CATEGORY_EXISTS')
  if (known.some(({ id }) => !ids.has(id))) throw new Refusal('INVALID_INPUT')
  if (asked.every((entry) => entry.is_hidden)) throw new Refusal('CATEGORY_NEEDED')
}

const describeState = ({ is_hidden }: CategoryEntry): string => (is_hidden ? 'hidden' : 'shown')

function findChanges(known: readonly CategoryEntry[], list: readonly CategoryEntry[]): Change[] {
  const moved = findMovedIds(known, list)
  return list.flatMap((entry): Change[] => {
    const { id } = entry
    const old = known.find((one) => one.id === id)
    if (!old) return [{ id, action: 'category_added', before: null, after: describeState(entry) }]
    const [before, after] = [describeState(old), describeState(entry)]
    return [
      ...(hasSameLabels(old, entry) ? [] : [{ id, action: 'category_renamed' as const, before, after }]),
      ...(moved.has(id) ? [{ id, action: 'category_moved' as const, before, after }] : []),
      ...(before === after ? [] : [{ id, action: 'category_shown_or_hidden' as const, before, after }]),
    ]
  })
}

function findMovedIds(known: readonly CategoryEntry[], list: readonly CategoryEntry[]): Set<string> {
  const knownIds = new Set(known.map(({ id }) => id))
  const kept = list.filter(({ id }) => knownIds.has(id))
  return new Set(kept.filter(({ id }, place) => known[place]?.id !== id).map(({ id }) => id))
}
