import { sql } from 'drizzle-orm'
import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Time column shared by tables. A test compares tables with migrations. Only repositories import this folder. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const stamps = {
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
}
export const madeId = () =>
  uuid('id')
    .primaryKey()
    .default(sql`uuidv7()`)
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
