import PdfKit from 'pdfkit'

import { formatReceiptNumber } from '@kundig/contract/books/receipt-content'
import type { Language } from '@kundig/contract/languages'

import { splitIntoRuns, type Weight } from './receipt-fonts.ts'
import { formatCents, formatDay, RECEIPT_TEXTS, describePaidWith } from './receipt-texts.ts'
import type { ReceiptRow } from './receipt.repository.ts'

export interface ReceiptPaper {
  receipt: ReceiptRow
  refunds: readonly { at: Date; amount: number; number: string | null }[]
  paymentNumber: string | null
  voidSince: Date | null
}

const MARGIN = 56
const PAGE = { width: 595.28, height: 841.89 }
const INNER = PAGE.width - 2 * MARGIN
const AMOUNT_WIDTH = 110
const LABEL_WIDTH = 130
const INK = '#2e1728'
const SOFT = '#5f4958'
const LINE = '#e1d8cf'
const WARNING = { ground: '#fdf0d5', edge: '#b7791f' }
const FOOTER_Y = PAGE.height - 40

interface Style {
  weight?: Weight
  size?: number
  colour?: string
  align?: 'left' | 'right'
}

type Tag = 'H1' | 'H2' | 'P'

/** Tags each piece in the document's structure, for screen readers. */
class Sheet {
  readonly #doc: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement

  constructor(title: string, language: Language, author: string, at: Date) {
    this.#doc = new PdfKit({
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
      tagged: true,
      lang: language,
      displayTitle: true,
      pdfVersion: '1.7',
      // Uses no font of the library's: those have only Western European letters, and are not embedded.
      font: '',
      info: { Title: title, Author: author, CreationDate: at, ModDate: at, Producer: author, Creator: author },
    })
    this.#root = this.#doc.struct('Document')
    this.#doc.addStructure(this.#root)
  }

  get y(): number {
    return this.#doc.y
  }

  moveTo(y: number): void {
    this.#doc.y = y
  }

  ensure(height: number): void {
    if (this.#doc.y + height > PAGE.height - MARGIN - 24) this.#doc.addPage()
  }

  #setFont(run: { font: { name: string; data: Buffer } }, size: number): void {
    this.#doc.registerFont(run.font.name, run.font.data)
    this.#doc.font(run.font.name).fontSize(size)
  }

  write(tag: Tag, text: string, x: number, y: number, width: number, style: Style = {}): number {
    const { weight = 'regular', size = 10.5, colour = INK, align = 'left' } = style
    const runs = splitIntoRuns(text, weight)
    const doc = this.#doc
    doc.y = y
    const draw = (): void => {
      for (const [index, run] of runs.entries()) {
        this.#setFont(run, size)
        doc.fillColor(colour)
        const options = { width, align, lineGap: 2, continued: index < runs.length - 1 }
        if (index === 0) doc.text(run.text, x, y, options)
        else doc.text(run.text, options)
      }
    }
    this.#root.add(doc.struct(tag, {}, draw))
    return doc.y
  }

  rule(y: number): void {
    const doc = this.#doc
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(MARGIN, y)
      .lineTo(PAGE.width - MARGIN, y)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke()
    doc.endMarkedContent()
  }

  warn(title: string, text: string): void {
    const doc = this.#doc
    const top = doc.y
    doc.markContent('Artifact', { type: 'Layout' })
    doc.roundedRect(MARGIN, top, INNER, 48, 6).fillAndStroke(WARNING.ground, WARNING.edge)
    doc.endMarkedContent()
    const y =
      title === '' ? top : this.write('P', title, MARGIN + 14, top + 8, INNER - 28, { weight: 'bold', size: 12 })
    this.write('P', text, MARGIN + 14, title === '' ? top + 16 : y, INNER - 28)
    doc.y = top + 60
  }

  foot(words: (page: number, pages: number) => string): void {
    const doc = this.#doc
    const { start, count } = doc.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      doc.switchToPage(page)
      doc.page.margins.bottom = 0
      const runs = splitIntoRuns(words(page + 1, count), 'regular')
      doc.markContent('Artifact', { type: 'Pagination' })
      for (const [index, run] of runs.entries()) {
        this.#setFont(run, 8.5)
        doc.fillColor(SOFT)
        const options = { width: INNER, lineBreak: false, continued: index < runs.length - 1 }
        if (index === 0) doc.text(run.text, MARGIN, FOOTER_Y, options)
        else doc.text(run.text, options)
      }
      doc.endMarkedContent()
    }
  }

  async end(): Promise<Buffer> {
    this.#root.end()
    const chunks: Buffer[] = []
    this.#doc.end()
    for await (const chunk of this.#doc) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)))
    return Buffer.concat(chunks)
  }
}

export async function renderReceiptPdf(paper: ReceiptPaper, language: Language): Promise<Buffer> {
  const { receipt, refunds, paymentNumber, voidSince } = paper
  const { kind, content, currency } = receipt
  const { site } = content
  const texts = RECEIPT_TEXTS[language]
  const number = formatReceiptNumber(receipt)
  const title = `${texts.title[kind]} ${number}`
  const money = (cents: number): string => formatCents(cents, currency, language)
  const sheet = new Sheet(title, language, site.name, receipt.issuedAt)

  const half = INNER / 2 - 10
  const left = sheet.write('P', site.name, MARGIN, MARGIN, half, { weight: 'bold', size: 20 })
  let right = MARGIN
  const sender = [
    site.legal_name || site.name,
    ...site.address.split('\n'),
    site.register_number && texts.register(site.register_number),
    site.vat_number && texts.vat(site.vat_number),
    site.email,
    site.phone,
  ]
  for (const line of sender.filter((one) => one.trim() !== '').slice(0, 14)) {
    right = sheet.write('P', line, MARGIN + half + 20, right, half, { size: 9, colour: SOFT })
  }
  sheet.moveTo(Math.max(left, right) + 26)
  if (receipt.isTest) sheet.warn(texts.testTitle, texts.test)
  if (voidSince) sheet.warn('', texts.void(formatDay(voidSince, language)))
  const below = sheet.write('H1', texts.title[kind], MARGIN, sheet.y, INNER, { weight: 'bold', size: 24 })
  sheet.moveTo(below + 10)

  function fact(label: string, value: string | null): void {
    if (value === null || value === '') return
    sheet.ensure(20)
    const top = sheet.y
    const first = sheet.write('P', label, MARGIN, top, LABEL_WIDTH - 10, { colour: SOFT })
    const second = sheet.write('P', value, MARGIN + LABEL_WIDTH, top, INNER - LABEL_WIDTH)
    sheet.moveTo(Math.max(first, second) + 3)
  }
  fact(texts.number, number)
  fact(texts.date[kind], formatDay(receipt.happenedAt, language))
  fact(texts.buyer, content.buyer.name)
  fact(texts.seller, content.seller.name)
  fact(texts.paidWith, describePaidWith(content.paid_with, language))
  fact(texts.of, paymentNumber)

  function row(text: string, amount: string, style: Style = {}): void {
    sheet.ensure(24)
    const top = sheet.y
    const first = sheet.write('P', text, MARGIN, top, INNER - AMOUNT_WIDTH - 16, style)
    const second = sheet.write('P', amount, PAGE.width - MARGIN - AMOUNT_WIDTH, top, AMOUNT_WIDTH, {
      ...style,
      align: 'right',
    })
    // Text that continued on another page ended on that page.
    sheet.moveTo(first < top ? first + 6 : Math.max(first, second) + 6)
  }
  function divide(): void {
    sheet.rule(sheet.y)
    sheet.moveTo(sheet.y + 8)
  }
  sheet.moveTo(sheet.y + 20)
  row(texts.description, texts.amount, { weight: 'bold', size: 9.5, colour: SOFT })
  divide()
  for (const { description, amount } of content.lines) {
    const what = description || texts.undescribed
    row(kind === 'refund' ? texts.refundOf(what) : what, money(amount))
  }
  divide()
  row(texts.total[kind], money(receipt.amount), { weight: 'bold', size: 12.5 })

  if (refunds.length > 0) {
    sheet.moveTo(sheet.y + 18)
    sheet.ensure(60)
    sheet.moveTo(sheet.write('H2', texts.refunded, MARGIN, sheet.y, INNER, { weight: 'bold', size: 12.5 }) + 6)
    divide()
    for (const refund of refunds) {
      row(texts.refundedOn(formatDay(refund.at, language), refund.number), money(-refund.amount))
    }
    divide()
    const back = refunds.reduce((sum, { amount }) => sum + amount, 0)
    row(texts.left, money(receipt.amount - back), { weight: 'bold' })
  }
  sheet.moveTo(sheet.y + 22)
  sheet.ensure(50)
  const after = sheet.write('P', texts.note(site.name, content.seller.name), MARGIN, sheet.y, INNER, { colour: SOFT })
  sheet.write('P', texts.noInvoice, MARGIN, after + 2, INNER, { colour: SOFT })

  const mark = receipt.isTest ? ` · ${texts.test}` : ''
  sheet.foot((page, pages) => `${title}${mark} · ${texts.page(page, pages)}`)
  return sheet.end()
}
