import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { Block } from '@kundig/contract/safety/safety.contract'

import type { BlockRow } from './blocks/block.repository.ts'

export function presentBlock(row: BlockRow, people: ReadonlyMap<string, Profile>): Block {
  return {
    person_id: row.blockedId,
    person: people.get(row.blockedId) ?? null,
    created_at: row.createdAt.toISOString(),
  }
}
