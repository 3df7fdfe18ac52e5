import { isContractProcedure } from '@orpc/contract'
import { z } from 'zod'

import { contract } from '@kundig/contract/contract'
import { LIVE_INPUTS } from '@kundig/contract/live/live-inputs'
import { BODIES } from '@kundig/server/features/auth/auth.routes'
import { callbackQuery, joinBody } from '@kundig/server/features/auth/google/google.routes'
import { UPLOAD_QUERY } from '@kundig/server/features/chat/files/file.routes'
import { unsubscribeQuery } from '@kundig/server/features/notifications/mail/unsubscribe-link'
import { FUNCTION_BODIES } from '@kundig/server/features/payments/programs/functions.routes'

export interface InputField {
  name: string
  read: (text: string) => { success: boolean }
  /** Maximum length that the server reads (UTF-16 units); null for a pattern of fixed length. */
  rawMax: number | null
}

export function listInputFields(): InputField[] {
  return [
    ...listProcedures(contract).flatMap(([name, schema]) => listFields(name, schema)),
    ...Object.entries(LIVE_INPUTS).flatMap(([name, schema]) => listFields(`live ${name}`, schema)),
    ...Object.entries(BODIES).flatMap(([name, schema]) => listFields(name, schema)),
    ...Object.entries(FUNCTION_BODIES).flatMap(([name, schema]) => listFields(`function ${name}`, schema)),
    ...listFields('Google, joining', joinBody),
    ...listFields('Google, coming back', callbackQuery),
    ...listFields('unsubscribe', unsubscribeQuery),
    ...listFields('upload', UPLOAD_QUERY),
  ]
}

function listProcedures(router: object, path: readonly string[] = []): [string, z.ZodType][] {
  return Object.entries(router).flatMap(([name, child]: [string, object]): [string, z.ZodType][] => {
    if (!isContractProcedure(child)) return listProcedures(child, [...path, name])
    const schema: unknown = child['~orpc'].inputSchema
    if (schema === undefined) return []
    if (!(schema instanceof z.ZodType)) throw new TypeError(`${name} takes what this cannot walk`)
    return [[[...path, name].join('.'), schema]]
  })
}

function listFields(name: string, schema: z.core.$ZodType, whole = schema): InputField[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([key, field]) => listFields(`${name}: ${key}`, field))
  }
  if (schema instanceof z.ZodArray) return listFields(name, schema.element)
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => listFields(name, option, option instanceof z.ZodObject ? option : whole))
  }
  if (schema instanceof z.ZodPipe) {
    const from = schema.in instanceof z.ZodTransform ? schema.out : schema.in
    return listFields(name, from, whole)
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return listFields(name, schema.unwrap(), whole)
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const hasKnownLength = schema.format === 'uuid'
    return [
      {
        name,
        read: (text) => z.safeParse(whole, text),
        rawMax: hasKnownLength ? null : (schema.maxLength ?? Infinity),
      },
    ]
  }
  if (
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean
  ) {
    return []
  }
  throw new TypeError(`${name} is of a kind that this cannot walk: ${schema.constructor.name}`)
}
