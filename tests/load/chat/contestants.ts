import type { ChatUser } from './fill-people.ts'
import { hasEjabberd, startEjabberd } from './peers/ejabberd.ts'
import { hasProsody, startProsody } from './peers/prosody.ts'
import { createXmppSystem } from './peers/xmpp-system.ts'
import { createKundigSystem, type System } from './systems.ts'
import type { TestEnvironment } from './test-environment.ts'

export const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)

const PEERS = {
  ejabberd: { isHere: hasEjabberd, start: startEjabberd },
  prosody: { isHere: hasProsody, start: startProsody },
} as const

export interface Contestant {
  system: System
  pid: number
  stop: () => Promise<void>
  isPeer: boolean
}

export async function startKundig(environment: TestEnvironment, databaseUrl: string): Promise<Contestant> {
  const { url, pid, stop } = await environment.child(KUNDIG_SERVER, { DATABASE_URL: databaseUrl })
  return { system: createKundigSystem(url), pid, stop, isPeer: false }
}

/** Starts another chat server with its own archive in the shared PostgreSQL. Undefined if it is not installed. */
export async function startPeer(
  environment: TestEnvironment,
  name: keyof typeof PEERS,
  users: readonly ChatUser[],
): Promise<Contestant | undefined> {
  const peer = PEERS[name]
  if (!peer.isHere()) return undefined
  const databaseUrl = await environment.freshDatabase(name)
  const { url, pid, stop } = environment.stopAtEnd(await peer.start(databaseUrl, environment.folder, users))
  return { system: createXmppSystem(name, url, users), pid, stop, isPeer: true }
}
