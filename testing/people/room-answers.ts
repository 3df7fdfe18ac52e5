import type { Client, Person } from './test-client.ts'

/** Reads all answers that may contain a room's messages, by name. */
export async function readRoomAnswers(app: Client, person: Person, id: string): Promise<Record<string, unknown>> {
  return {
    page: await app.page(person, id),
    older: await app.page(person, id, '?before_seq=99'),
    newer: await app.page(person, id, '?after_seq=0'),
    resumed: await app.resume(person, [{ room_id: id, last_seq: 0, change_seq: 0 }]),
    changed: await app.resume(person, [{ room_id: id, last_seq: 3, change_seq: 0 }]),
    room: await app.getRoom(person, id),
    rooms: await app.must(person, 'GET', '/api/chat-rooms'),
    bell: await app.must(person, 'GET', '/api/notifications'),
    blocks: await app.must(person, 'GET', '/api/blocks'),
    requests: await app.must(person, 'GET', '/api/connection-requests/history'),
  }
}
