import { describe, expect, it } from 'vitest'

import {
  createCompoundFile,
  createDocx,
  createDocxWithMain,
  createOdt,
  createXlsx,
  createZip,
} from '@kundig/testing/files/made-files'

import { recogniseFile } from './file-kind.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(Buffer.from(part, 'latin1')) : part)))

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = 'PK\u0003\u0004'
const far = Array.from({ length: 100_000 }, () => 0)

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const document = (types: string, ...names: string[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    createZip([
      ...names.map((name) => ({ name, content: name })),
      { name: '[Content_Types].xml', content: `\uFEFF<?xml version="1.0"?><Types>${types}</Types>` },
    ]),
  )

describe('recogniseFile', () => {
  it.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xfe], '..%PDF-1.7')],
    ['png', bytes([0x89], 'PNG\r\n\u001A\n')],
    ['gif', bytes('GIF89a')],
    ['pdf', bytes('%PDF-1.7')],
    ['pdf', bytes([0xef, 0xbb, 0xbf], '%PDF-1.7')],
    ['pdf', bytes('\r\n\n%PDF-1.4')],
    ['pdf', bytes('\u001B%-12345X@PJL ENTER LANGUAGE=PDF\n%PDF-1.3')],
    ['pdf', bytes(far.slice(0, 1019), '%PDF-1.7')],
    ['webp', bytes('RIFF....WEBP')],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic')],
    ['avif', bytes([0, 0, 0, 24], 'ftypavif')],
    ['video', bytes([0, 0, 0, 24], 'ftypisom')],
    ['zip', bytes(ZIP, far)],
    ['zip', bytes(ZIP, '%PDF-1.7')],
    ['zip', bytes(ZIP, far, 'word/document.xml')],
    ['docx', Uint8Array.from(createDocx())],
    ['docx', Uint8Array.from(createDocxWithMain('word/document7.xml'))],
    ['xlsx', Uint8Array.from(createXlsx())],
    ['odt', Uint8Array.from(createOdt())],
    ['zip', Uint8Array.from(createOdt({ name: 'Basic/script-lc.xml', content: '' }))],
    ['doc', bytes(COMPOUND, far, 'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0')],
    ['doc', Uint8Array.from(createCompoundFile('WordDocument'))],
    [null, bytes(COMPOUND, 'W\0o\0r\0k\0b\0o\0o\0k\0')],
    [null, bytes('Dear all,')],
    [null, bytes(far.slice(0, 1020), '%PDF-1.7')],
    [null, bytes('<!doctype html><p>%PDF-1.7')],
    [null, bytes('MZ', far.slice(0, 100), '%PDF-1.7')],
    [null, bytes()],
  ])('recognises the kind %s', async (kind, file) => {
    expect(await recogniseFile(file)).toBe(kind)
  })

  it.each([
    ['an override', `<Override PartName="/word/main.xml" ContentType="${MAIN}"/>`, 'docx'],
    ['a prefix, other quotes, another order', `<t:Override ContentType='${MAIN}' PartName='/Word/Main.xml'/>`, 'docx'],
    ['a default', `<Default Extension="xml" ContentType="${MAIN}"/>`, 'docx'],
    ['a part that is missing', `<Override PartName="/word/gone.xml" ContentType="${MAIN}"/>`, 'zip'],
    ['no part', `<Override ContentType="${MAIN}"/>`, 'zip'],
    ['a workbook', `<Override PartName="/word/main.xml" ContentType="${MAIN.replace('word', 'spreadsheet')}"/>`, 'zip'],
    [
      'macros',
      `<Override PartName="/word/main.xml" ContentType="${MAIN}"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>`,
      'zip',
    ],
    ['too many types', `<Override PartName="/word/main.xml" ContentType="${MAIN}"/>${' '.repeat(600_000)}`, 'zip'],
  ])('classifies a container by its content types: %s', async (_what, types, kind) => {
    expect(await recogniseFile(document(types, 'word/main.xml'))).toBe(kind)
  })

  it.each([
    ['in another case', '[content_types].XML', 'word/document.xml'],
    ['beside a part with a backslash', '[Content_Types].xml', String.raw`word\document.xml`],
  ])('finds the content types of a document %s', async (_what, types, main) => {
    const content = `<Types><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`
    const parts = [
      { name: types, content },
      { name: main, content: '' },
    ]
    expect(await recogniseFile(Uint8Array.from(createZip(parts)))).toBe('docx')
  })

  it.each([false, true])('reads content types in UTF-16 (big-endian: %s)', async (isBig) => {
    const written = Buffer.from(
      `\uFEFF<?xml version="1.0" encoding="utf-16"?><Override PartName="/a.xml" ContentType="${MAIN}"/>`,
      'utf16le',
    )
    const parts = [
      { name: '[Content_Types].xml', content: isBig ? written.swap16() : written },
      { name: 'a.xml', content: '' },
    ]
    expect(await recogniseFile(Uint8Array.from(createZip(parts)))).toBe('docx')
  })

  it('does not accept a damaged container as a document', async () => {
    const whole = createDocx()
    for (const cut of [1, 9, 22, 60, 200])
      expect(await recogniseFile(Uint8Array.from(whole.subarray(0, -cut)))).toBe('zip')
  })

  it('finds the stream of a Word document at any position in the file', async () => {
    for (const before of [8170, 8180, 8190, 16_380])
      expect(await recogniseFile(bytes(COMPOUND, far.slice(0, before), 'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0'))).toBe(
        'doc',
      )
  })
})
