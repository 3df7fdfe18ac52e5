import { type Block, type BlockChange, BLOCKS_PAGE_SIZE } from '@kundig/contract/safety/safety.contract'

import { authorize } from '../../../authorize.ts'
import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { Database, Executor } from '../../../platform/database/database.ts'
import type { EndContact, People } from '../ports.ts'
import type { SafetyEvents } from '../safety.events.ts'
import { presentBlock } from '../safety.presenter.ts'
import { findBlockRefusal } from './block.policy.ts'
import * as repository from './block.repository.ts'
import { lockContact } from './contact.repository.ts'

export interface BlockServiceOptions {
  db: Database
  people: People
  /** Steps that end contact, in lock order. */
  endings: readonly EndContact[]
  events: SafetyEvents
}

export class BlockService {
  readonly #deps: BlockServiceOptions

  constructor(deps: BlockServiceOptions) {
    this.#deps = deps
  }

  async #present(executor: Executor, rows: readonly repository.BlockRow[]): Promise<Block[]> {
    const profiles = await this.#deps.people.counterparts(
      executor,
      rows.map(({ blockedId }) => blockedId),
    )
    return rows.map((row) => presentBlock(row, profiles))
  }

  #find(executor: Executor, viewerId: string, personId: string): Promise<repository.BlockRow[]> {
    return repository.findByBlocker(executor, viewerId, { personId, after: null, limit: 1 })
  }

  /** @throws Refusal INVALID_INPUT for an invalid cursor */
  async list(
    viewerId: string,
    input: { cursor?: string | undefined; person_id?: string | undefined },
  ): Promise<{ items: Block[]; next_cursor: string | null }> {
    const rows = await repository.findByBlocker(this.#deps.db, viewerId, {
      personId: input.person_id,
      after: input.cursor === undefined ? null : decodeCursor(input.cursor),
      limit: BLOCKS_PAGE_SIZE + 1,
    })
    const { page, next_cursor } = cutPage(rows, BLOCKS_PAGE_SIZE, ({ createdAt: at, blockedId: id }) => ({ at, id }))
    return { items: await this.#present(this.#deps.db, page), next_cursor }
  }

  /**
   * Blocks a person and ends everything between the two in a transaction. After it, neither can reach the other.
   * @throws Refusal BLOCK_OF_SELF, PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC
   */
  async block(viewerId: string, personId: string): Promise<Block> {
    const { db, people, endings, events } = this.#deps
    authorize(findBlockRefusal({ viewerId, personId }))
    if ((await this.#find(db, viewerId, personId)).length === 0) await people.requireKnown(viewerId, personId)
    return db.transaction(async (tx, afterCommit) => {
      await lockContact(tx, viewerId, personId)
      if (await repository.createBlock(tx, viewerId, personId)) {
        for (const end of endings) await end(tx, afterCommit, viewerId, personId)
      }
      afterCommit(() => events.blockChanged(viewerId, { person_id: personId, blocked: true }))
      const [block] = await this.#present(tx, await this.#find(tx, viewerId, personId))
      if (!block) throw new Error('created block not found')
      return block
    })
  }

  /** Removes a block. Everything that the block ended stays ended. */
  async unblock(viewerId: string, personId: string): Promise<BlockChange> {
    await repository.removeBlock(this.#deps.db, viewerId, personId)
    const change = { person_id: personId, blocked: false }
    this.#deps.events.blockChanged(viewerId, change)
    return change
  }
}
