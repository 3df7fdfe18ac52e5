import type { MigrationBuilder } from 'node-pg-migrate'

/** Runs outside a transaction, as the procedure commits each batch. An interrupted run continues at the next start. */
export function up(pgm: MigrationBuilder): void {
  pgm.noTransaction()
  pgm.sql('CALL fill_profile_search()')
}
