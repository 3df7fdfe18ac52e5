import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ProfileService } from '@kundig/server/features/profiles/profile.service'
import { type DatabaseConnection, openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { defaultCategories } from '@kundig/testing/people/default-categories'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let database: DatabaseConnection
let profiles: ProfileService
beforeAll(() => {
  database = openDatabase(app.databaseUrl, 2, createLogger('silent'))
  profiles = new ProfileService({ db: database.db, categories: defaultCategories })
})
afterAll(() => database.close())

const createPrivate = ({ id }: Person, name: string): Promise<void> =>
  database.db.transaction((tx) => profiles.createPrivate(tx, id, name))
const getProfile = (reader: Person, { id }: Person) => app.must(reader, 'GET', `/api/profiles/${id}`)

describe('a private profile without a category', () => {
  it('allows its owner to send a request and chat, and shows the partner a name', async () => {
    const [asker, expert] = [await app.signUp(), await app.profiled()]
    await createPrivate(asker, 'Vera Vraag')
    const shown = { full_name: 'Vera Vraag', expertise: { type: 'custom', value: '' }, bio: null, is_public: false }
    expect(await app.must(asker, 'GET', '/api/session')).toMatchObject({ has_profile: true })
    expect(await getProfile(asker, asker)).toMatchObject(shown)

    await app.room(asker, expert)
    expect(await getProfile(expert, asker)).toMatchObject(shown)
    const partners = await app.must<{ items: { partner: unknown }[] }>(expert, 'GET', '/api/chat-rooms')
    expect(partners.items[0]?.partner).toMatchObject(shown)
  })

  it('gets a category when its owner saves the form', async () => {
    const owner = await app.signUp()
    await createPrivate(owner, 'Vera Vraag')
    expect(await app.saveProfile(owner, { expertise: 'education', is_public: true })).toMatchObject({
      expertise: 'education',
      is_public: true,
    })
  })

  it('is never public, even when a moderator shows it again', async () => {
    const owner = await app.signUp()
    await createPrivate(owner, 'Vera Vraag')
    for (const change of ['is_public = true', 'hidden_at = now(), public_once_shown = true'])
      await expect(app.sql(`UPDATE profiles SET ${change} WHERE id = $1`, [owner.id])).rejects.toMatchObject({
        constraint: 'profiles_one_expertise',
      })
  })

  it('does not replace a profile that exists', async () => {
    const owner = await app.profiled({ full_name: 'Wim Kuiper' })
    await createPrivate(owner, 'Vera Vraag')
    expect(await getProfile(owner, owner)).toMatchObject({ full_name: 'Wim Kuiper', expertise: 'education' })
  })

  it('cannot have a reserved name', async () => {
    const owner = await app.signUp()
    await expect(createPrivate(owner, 'Kundig Support')).rejects.toMatchObject({ code: 'NAME_RESERVED' })
  })
})
