import { Refusal } from '@kundig/contract/errors'
import type { Category, Expertise } from '@kundig/contract/profiles/categories'
import type { AnswerLanguage } from '@kundig/contract/profiles/detail-filter'
import type { Price } from '@kundig/contract/profiles/profile-details'
import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'
import { isReservedName } from '@kundig/contract/profiles/reserved-names'
import { DEFAULT_BRANDING, type Branding } from '@kundig/contract/site/branding'

import { authorize } from '../../authorize.ts'
import type { AfterCommit, Database, Executor, Transaction } from '../../platform/database/database.ts'
import type { Viewer } from '../../viewer.ts'
import type { Reported } from '../safety/ports.ts'
import { accountRestrictions } from '../safety/statements/restriction.service.ts'
import type { CategoryService } from './category.service.ts'
import { findDisclosureRefusal, findReadRefusal, findWriteRefusal } from './profile.policy.ts'
import { presentOwnProfile, presentProfile, listTexts } from './profile.presenter.ts'
import * as repository from './profile.repository.ts'
import { attachTrackRecords } from './track-record/track-record.service.ts'

export interface SaveInput {
  id: string
  full_name: string
  bio: string | null
  expertise: Expertise
  is_public: boolean
  headline?: string | null | undefined
  languages?: AnswerLanguage[] | undefined
  town?: string | null | undefined
  online?: boolean | undefined
  price?: Price | null | undefined
}

interface ProfileServiceOptions {
  db: Database
  categories: Pick<CategoryService, 'list' | 'requireOpen'>
  /** Returns the site's names. Without this function, the default names apply. */
  readBranding?: () => Pick<Branding, 'name' | 'sender_name'>
}

/** Reads profiles with permission checks, and writes a person's own profile (spec 3, 6). */
export class ProfileService {
  readonly #deps: ProfileServiceOptions
  readonly #readFace
  readonly counterpart = {
    select: repository.selectById,
    read: (selected: repository.SelectedProfile): Profile => presentProfile(repository.parseSelectedProfile(selected)),
  }

  constructor(deps: ProfileServiceOptions) {
    this.#deps = deps
    this.#readFace = deps.readBranding ?? (() => DEFAULT_BRANDING)
  }

  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  async #findReadable(viewerId: string | null, id: string): Promise<repository.ProfileRow> {
    return this.#findAllowed(viewerId, id, findReadRefusal)
  }

  async #findAllowed(
    viewerId: string | null,
    id: string,
    refusalOf: typeof findReadRefusal,
  ): Promise<repository.ProfileRow> {
    const row = await repository.findById(this.#deps.db, id)
    if (!row) throw new Refusal('PROFILE_NOT_FOUND')
    const isCounterpart =
      !row.isPublic && viewerId !== null && (await repository.areCounterparts(this.#deps.db, viewerId, id))
    authorize(refusalOf({ profile: row, viewerId, isCounterpart }))
    return row
  }

  /** A person may keep a category that was hidden later. */
  async #requireChoosable(userId: string, category: Category): Promise<void> {
    if (this.#deps.categories.list().some(({ id, is_hidden }) => id === category && !is_hidden)) return
    if ((await repository.findById(this.#deps.db, userId))?.expertiseCategory === category) return
    await this.#deps.categories.requireOpen(category, 'expertise')
  }

  #isReserved(name: string): boolean {
    const { name: siteName, sender_name: senderName } = this.#readFace()
    return isReservedName(name, [siteName, senderName])
  }

  /** @throws Refusal NAME_RESERVED, unless the person already has the name */
  async #requireFreeName(executor: Executor, userId: string, name: string): Promise<void> {
    if (!this.#isReserved(name)) return
    if ((await repository.findById(executor, userId))?.fullName !== name)
      throw new Refusal('NAME_RESERVED', 'full_name')
  }

  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  async get(viewer: Viewer | null, id: string): Promise<Profile | OwnProfile> {
    const row = await this.#findReadable(viewer?.userId ?? null, id)
    const shown = viewer?.userId === id ? presentOwnProfile(row, viewer.email) : presentProfile(row)
    return (await attachTrackRecords(this.#deps.db, [shown]))[0] ?? shown
  }

  /** @throws Refusal FORBIDDEN, CATEGORY_UNAVAILABLE, NAME_RESERVED, NO_SESSION */
  async save(viewer: Viewer, input: SaveInput): Promise<OwnProfile> {
    authorize(findWriteRefusal({ profileId: input.id, viewerId: viewer.userId }))
    if (typeof input.expertise === 'string') await this.#requireChoosable(viewer.userId, input.expertise)
    await this.#requireFreeName(this.#deps.db, viewer.userId, input.full_name)
    const written = {
      fullName: input.full_name,
      bio: input.bio,
      expertiseCategory: typeof input.expertise === 'string' ? input.expertise : null,
      expertiseCustom: typeof input.expertise === 'string' ? null : input.expertise.value,
      isPublic: input.is_public,
      headline: input.headline,
      languages: input.languages,
      town: input.town,
      online: input.online,
      priceEuros: input.price && input.price.euros,
      priceUnit: input.price && input.price.unit,
    }
    const row = await this.#deps.db.transaction(async (tx) => {
      await accountRestrictions.requireOpen(tx, viewer.userId)
      return repository.upsertProfile(tx, viewer.userId, written)
    })
    return presentOwnProfile(row, viewer.email)
  }

  /** @throws Refusal NAME_RESERVED */
  requireUnreserved(name: string): void {
    if (this.#isReserved(name)) throw new Refusal('NAME_RESERVED', 'full_name')
  }

  /** An existing profile stays unchanged. @throws Refusal NAME_RESERVED */
  async createPrivate(tx: Transaction, userId: string, fullName: string): Promise<void> {
    await this.#requireFreeName(tx, userId, fullName)
    await repository.createPrivateProfile(tx, userId, fullName)
  }

  /** Makes a person's profile private, in the transaction that closes the account. */
  hide(tx: Transaction, _afterCommit: AfterCommit, id: string): Promise<void> {
    return repository.makeProfilePrivate(tx, id)
  }

  async isHidden(id: string): Promise<boolean> {
    return Boolean((await repository.findById(this.#deps.db, id))?.hiddenAt)
  }

  async exists(id: string): Promise<boolean> {
    return (await repository.findById(this.#deps.db, id)) !== undefined
  }

  /** Checks access for requests and pictures. @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  async requireVisible(viewerId: string | null, id: string): Promise<Profile> {
    return presentProfile(await this.#findReadable(viewerId, id))
  }

  /** Counterparts may block the owner of a hidden profile. @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  async requireKnown(viewerId: string, id: string): Promise<void> {
    await this.#findAllowed(viewerId, id, findDisclosureRefusal)
  }

  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  async findReported(viewerId: string | null, { id }: { id: string }): Promise<Reported> {
    return { aboutId: id, content: listTexts(await this.#findReadable(viewerId, id)), storedName: null }
  }

  async counterparts(executor: Executor, ids: readonly string[]): Promise<Map<string, Profile>> {
    const rows = await repository.findByIds(executor, [...new Set(ids)])
    return new Map(rows.map((row) => [row.id, presentProfile(row)]))
  }
}
