import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { FILES } from '../limits.ts'
import {
  checkChosenFile,
  checkFile,
  cleanFileName,
  findDeclaredType,
  readExtension,
  requiresAnimationReduction,
  correctExtension,
} from './file-rules.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('a name', () => {
  // spec 5.22, 5.23, 5.46, 5.47
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Verslag (één) 報告 🦉.pdf', 'Verslag (één) 報告 🦉.pdf'],
    ['a<b>c:d"e/f\\g|h?i*j.png', 'a_b_c_d_e_f_g_h_i_j.png'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\boot.ini', '_.._boot.ini'],
    ['C:\\Users\\ada\\cv.docx', 'C__Users_ada_cv.docx'],
    ['a\r\nSet-Cookie: x=1.pdf', 'a__Set-Cookie_ x=1.pdf'],
    ['a\u0000b.pdf', 'a_b.pdf'],
    // Software that applies direction overrides shows this name as "photoexe.png".
    ['photo\u202Egnp.exe', 'photo_gnp.exe'],
    ['a\u2066b\u2069\u200Bc\uFEFF.pdf', 'a_b__c_.pdf'],
    ['\uD83D.pdf', '_.pdf'],
    ['e\u0301.pdf', '\u00E9.pdf'],
    ['.htaccess', 'unnamed_file.htaccess'],
    ['...', 'unnamed_file'],
    ['', 'unnamed_file'],
    [' . . ', 'unnamed_file'],
    ['.pdf', 'unnamed_file.pdf'],
    ['..  .pdf', 'unnamed_file.pdf'],
    ['...hidden.pdf', 'hidden.pdf'],
    ['report.pdf. .', 'report.pdf'],
    ['report .pdf', 'report.pdf'],
    ['CON', '_CON'],
    ['nul.pdf', '_nul.pdf'],
    ['console.pdf', 'console.pdf'],
    [`${'x'.repeat(300)}.docx`, `${'x'.repeat(195)}.docx`],
    ['🦉'.repeat(300), '🦉'.repeat(200)],
    [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(198)}`],
  ])('%j becomes %j', (name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned)
  })

  const wild = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom('.', '..', '/', '\\', ' ', '\u202E', '\uD83D', 'con', 'nul', '.pdf', 'é', 'e\u0301', '🦉', 'x'),
        {
          maxLength: 250,
        },
      )
      .map((parts) => parts.join('')),
  )

  // spec 5.21, 9.6
  it('is valid on every system after cleaning', () => {
    fc.assert(
      fc.property(wild, (name) => {
        const cleaned = cleanFileName(name)
        // oxlint-disable-next-line no-control-regex -- control characters must be gone
        expect(cleaned).not.toMatch(/[<>:"/\\|?*\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/u)
        expect(cleaned).not.toMatch(/^\s|[.\s]$|^\.+$/u)
        expect(Array.from(cleaned).length).toBeLessThanOrEqual(200)
        expect(cleaned).not.toBe('')
      }),
      { numRuns: 2000 },
    )
  })

  it('is unchanged when cleaned twice', () => {
    fc.assert(
      fc.property(wild, (name) => {
        expect(cleanFileName(cleanFileName(name))).toBe(cleanFileName(name))
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps its extension at any length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.constantFrom('pdf', 'JPEG', 'docx'),
        (stem, end) => {
          expect(readExtension(cleanFileName(`${stem}.${end}`))).toBe(end.toLowerCase())
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('a file', () => {
  const file = { name: 'a.pdf', type: 'application/pdf', size: 1000 }
  it.each([
    [{}, null],
    [{ size: FILES.bytesMax }, null],
    [{ size: FILES.bytesMax + 1 }, 'FILE_TOO_LARGE'],
    [{ size: 0 }, 'FILE_TYPE_INVALID'],
    [{ name: 'A.PDF', type: 'Application/PDF' }, null],
    [{ type: 'application/pdf; charset=binary' }, null],
    [{ name: 'a.jpg', type: 'image/jpeg' }, null],
    [{ name: 'a.jpeg', type: 'image/jpeg' }, null],
    [{ name: 'a.docx', type: DOCX }, null],
    [{ name: 'a.txt', type: 'text/plain' }, null],
    [{ name: 'a.csv', type: 'text/csv' }, null],
    [{ name: 'a.xlsx', type: '' }, null],
    [{ name: 'a.pptx', type: '' }, null],
    [{ name: 'a.odt', type: '' }, null],
    [{ name: 'a.xlsm', type: '' }, 'FILE_TYPE_INVALID'],
    [{ name: 'a.csv', type: 'text/plain' }, 'FILE_EXTENSION_INVALID'],
    [{ name: 'a.doc', type: DOCX }, 'FILE_EXTENSION_INVALID'],
    [{ name: 'a' }, 'FILE_EXTENSION_INVALID'],
    [{ name: 'pdf' }, 'FILE_EXTENSION_INVALID'],
    [{ name: 'a.pdf.exe' }, 'FILE_EXTENSION_INVALID'],
    [{ name: 'a.exe.pdf' }, null],
    [{ name: 'a.svg', type: 'image/svg+xml' }, 'FILE_TYPE_INVALID'],
    [{ name: 'a.webp', type: 'image/webp' }, 'FILE_TYPE_INVALID'],
    [{ name: 'a.docx', type: '' }, null],
    [{ name: 'a.exe', type: '' }, 'FILE_TYPE_INVALID'],
    [{ name: 'a.exe', type: 'video/mp4', size: FILES.bytesMax + 1 }, 'FILE_TOO_LARGE'],
    [{ name: 'a.exe', type: 'video/mp4' }, 'FILE_TYPE_INVALID'],
    [{ name: 'a.exe', type: 'constructor' }, 'FILE_TYPE_INVALID'],
  ])('%j: %s', (change, code) => {
    expect(checkFile({ ...file, ...change })).toBe(code)
  })

  it('the declared type of a file takes precedence over its extension', () => {
    expect(findDeclaredType({ name: 'a.pdf', type: 'image/png' })).toBe('image/png')
    expect(findDeclaredType({ name: 'a.JPG', type: '' })).toBe('image/jpeg')
    expect(findDeclaredType({ name: 'a', type: '' })).toBe(null)
  })
})

describe('a chosen file', () => {
  class Chosen {
    readonly #facts: [string, string, number]
    constructor(...facts: [string, string, number]) {
      this.#facts = facts
    }
    get name(): string {
      return this.#facts[0]
    }
    get type(): string {
      return this.#facts[1]
    }
    get size(): number {
      return this.#facts[2]
    }
  }
  const chosen = (name: string, type: string, size: number): Chosen => new Chosen(name, type, size)
  const { sourceBytesMax } = FILES.image

  it.each([
    [chosen('a.jpg', 'image/jpeg', sourceBytesMax), null],
    [chosen('a.png', 'image/png', FILES.bytesMax + 1), null],
    [chosen('a.jpg', 'image/jpeg', 9), null],
    [chosen('a.jpg', 'image/jpeg', sourceBytesMax + 1), 'IMAGE_TOO_LARGE'],
    [chosen('a.jpg', 'image/jpeg', 0), 'FILE_TYPE_INVALID'],
    [chosen('a.mp4', 'video/mp4', 9), 'FILE_TYPE_INVALID'],
    [chosen('a.mp4', 'video/mp4', FILES.bytesMax + 1), 'FILE_TOO_LARGE'],
    [chosen('a.pdf', 'application/pdf', sourceBytesMax + 1), 'FILE_TOO_LARGE'],
    // A file without a declared type may contain a photo.
    [chosen('1000012345', '', sourceBytesMax), null],
    [chosen('a.pdf', 'image/jpeg', 9), null],
  ])('a chosen photo may exceed the limit for sent files (%#: %o)', (file, code) => {
    expect(checkChosenFile(file)).toBe(code)
  })

  it('animations are reduced only above 1 MB, 1920 px or 16 megapixels in total', () => {
    const small = { sizeBytes: FILES.image.bytesMax, width: 400, height: 400, frames: 100 }
    expect(requiresAnimationReduction(small)).toBe(false)
    expect(requiresAnimationReduction({ ...small, sizeBytes: small.sizeBytes + 1 })).toBe(true)
    expect(requiresAnimationReduction({ ...small, frames: 101 })).toBe(true)
    expect(requiresAnimationReduction({ ...small, width: 1921, height: 10 })).toBe(true)
    expect(requiresAnimationReduction({ ...small, width: 1920, height: 10 })).toBe(false)
  })

  it.each([
    ['a.png', 'image/png', 'a.png'],
    ['a.JPEG', 'image/jpeg', 'a.JPEG'],
    ['a.b.gif', 'image/png', 'a.b.png'],
    ['a.png', 'image/jpeg', 'a.jpg'],
    ['IMG_2041', 'image/jpeg', 'IMG_2041.jpg'],
    ['photo.JFIF', 'image/jpeg', 'photo.jpg'],
    ['letter.dotx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'letter.docx'],
    ['letter.docx', 'application/msword', 'letter.doc'],
    ['notes', 'text/plain', 'notes.txt'],
    ['prices.txt', 'text/csv', 'prices.csv'],
    ['server.log', 'text/plain', 'server.log.txt'],
    ['Plan 1.2', 'application/pdf', 'Plan 1.2.pdf'],
    ['invoice.exe', 'application/pdf', 'invoice.exe.pdf'],
    ['scan.bin', 'application/pdf', 'scan.pdf'],
    ['photo.jpe', 'image/jpeg', 'photo.jpg'],
    ['offer.pdf.download', 'application/pdf', 'offer.pdf'],
    ['photo.jpg.webp', 'image/jpeg', 'photo.jpg'],
    ['photo.jpg.', 'image/jpeg', 'photo.jpg'],
    ['photo.jpeg ', 'image/jpeg', 'photo.jpeg'],
    ['photo.jpg (1)', 'image/jpeg', 'photo.jpg (1).jpg'],
    ['حصاد.jfif', 'image/jpeg', 'حصاد.jpg'],
  ] as const)('%s converted to %s is named %s', (name, type, renamed) => {
    expect(correctExtension(name, type)).toBe(renamed)
  })
})
