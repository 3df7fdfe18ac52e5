import { z } from 'zod'

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name

/** Property of a row from which a field is read; `never` if the row lacks such a property. */
type Source<Row, Name> = Name extends keyof Row ? Name : Camel<Name> extends keyof Row ? Camel<Name> : never

type WireValue<Value, Declared> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? WireValue<Item, Declared extends readonly (infer DeclaredItem)[] ? DeclaredItem : never>[]
    : Value extends object
      ? Wire<Value, Extract<Declared, object>>
      : Value

/** Declared fields of a row under the contract's names, with ISO dates. */
export type Wire<Row, Declared> = {
  [Name in keyof Declared as [Source<Row, Name>] extends [never] ? never : Name]: WireValue<
    Row[Source<Row, Name> & keyof Row],
    Declared[Name]
  >
}

type Convert = (value: unknown) => unknown

const toCamel = (name: string): string => name.replace(/_(\w)/gu, (_all, letter: string) => letter.toUpperCase())

/** Converts dates to ISO texts. Throws an Error for an object whose fields the schema does not declare. */
function toScalar(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object' && value !== null)
    throw new Error('toWire: the schema declares no fields of this object')
  return value
}

function createConverter(schema: unknown): Convert {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return createConverter(schema.unwrap())
  if (schema instanceof z.ZodArray) {
    const convert = createConverter(schema.element)
    return (value) => (Array.isArray(value) ? value.map(convert) : toScalar(value))
  }
  if (!(schema instanceof z.ZodObject)) return toScalar
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    camel: toCamel(name),
    convert: createConverter(field),
  }))
  return (row) => {
    if (typeof row !== 'object' || row === null) return row
    const values = new Map<string, unknown>(Object.entries(row))
    return Object.fromEntries(
      fields.flatMap(({ name, camel, convert }) => {
        const value = values.get(values.has(name) ? name : camel)
        return value === undefined ? [] : [[name, convert(value)]]
      }),
    )
  }
}

/** Presents rows by a schema. Undeclared fields are left out, also in nested objects, so new columns stay private. */
export function toWire<Schema extends z.ZodObject>(schema: Schema) {
  const convert = createConverter(schema)
  return <Row extends object>(row: Row) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Wire` describes what `convert` does
    convert(row) as Wire<Row, z.output<Schema>>
}
