import { describe, expect, it } from 'vitest'

import { recogniseFile } from './file-kind.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? Array.from(Buffer.from(part, 'latin1')) : part)))

const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = 'PK\u0003\u0004'
const far = Array.from({ length: 100_000 }, () => 0)

describe('what a file is by its bytes', () => {
  it.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['png', bytes([0x89], 'PNG\r\n\u001A\n')],
    ['gif', bytes('GIF89a')],
    ['pdf', bytes('%PDF-1.7')],
    ['webp', bytes('RIFF....WEBP')],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic')],
    ['avif', bytes([0, 0, 0, 24], 'ftypavif')],
    ['video', bytes([0, 0, 0, 24], 'ftypisom')],
    ['zip', bytes(ZIP, far)],
    ['docx', bytes(ZIP, far, 'word/document.xml')],
    ['doc', bytes(COMPOUND, far, 'W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0')],
    [null, bytes(COMPOUND, 'W\0o\0r\0k\0b\0o\0o\0k\0')],
    [null, bytes('Dear all,')],
    [null, bytes(' %PDF-1.7')],
    [null, bytes()],
  ])('%s', (kind, file) => {
    expect(recogniseFile(file)).toBe(kind)
  })

  it('is found wherever the name in its container stands', () => {
    for (const before of [8170, 8180, 8190, 16_380])
      expect(recogniseFile(bytes(ZIP, far.slice(0, before), 'word/document.xml'))).toBe('docx')
  })
})
