import PdfKit from 'pdfkit'

import { formatReceiptNumber } from '@kundig/contract/books/receipt-content'
import type { Language } from '@kundig/contract/languages'

import { splitIntoRuns, type Weight } from './receipt-fonts.ts'
import { formatCents, formatDay, RECEIPT_TEXTS, describePaymentMethod } from './receipt-texts.ts'
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

/** Upper left corner and width of a text (pt). */
interface Box {
  x: number
  y: number
  width: number
}

/** Draws the pages of a receipt, and tags each text in the document's structure for screen readers. */
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
      // Uses no built-in font of the library: they have only Western European letters, and are not embedded.
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

  /** @returns the end of the text (pt) */
  write(tag: Tag, text: string, { x, y, width }: Box, style: Style = {}): number {
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

  drawFact(label: string, value: string | null): void {
    if (value === null || value === '') return
    this.ensure(20)
    const { y } = this
    const first = this.write('P', label, { x: MARGIN, y, width: LABEL_WIDTH - 10 }, { colour: SOFT })
    const second = this.write('P', value, { x: MARGIN + LABEL_WIDTH, y, width: INNER - LABEL_WIDTH })
    this.moveTo(Math.max(first, second) + 3)
  }

  drawRow(text: string, amount: string, style: Style = {}): void {
    this.ensure(24)
    const { y } = this
    const first = this.write('P', text, { x: MARGIN, y, width: INNER - AMOUNT_WIDTH - 16 }, style)
    const second = this.write(
      'P',
      amount,
      { x: PAGE.width - MARGIN - AMOUNT_WIDTH, y, width: AMOUNT_WIDTH },
      { ...style, align: 'right' },
    )
    // After a page break, continues below the text on the new page.
    this.moveTo(first < y ? first + 6 : Math.max(first, second) + 6)
  }

  drawDivider(): void {
    this.#drawRule(this.y)
    this.moveTo(this.y + 8)
  }

  #drawRule(y: number): void {
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
    const inside = { x: MARGIN + 14, width: INNER - 28 }
    const y = title === '' ? top + 16 : this.write('P', title, { ...inside, y: top + 8 }, { weight: 'bold', size: 12 })
    this.write('P', text, { ...inside, y })
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
  const { receipt } = paper
  const { site } = receipt.content
  const texts = RECEIPT_TEXTS[language]
  const title = `${texts.title[receipt.kind]} ${formatReceiptNumber(receipt)}`
  const sheet = new Sheet(title, language, site.name, receipt.issuedAt)
  const drawing = { sheet, paper, language, texts }
  writeReceiptHeader(drawing)
  writeReceiptDetails(drawing)
  writeAmounts(drawing)
  if (paper.refunds.length > 0) writeRefunds(drawing)
  writeNotes(drawing)
  const mark = receipt.isTest ? ` · ${texts.test}` : ''
  sheet.foot((page, pages) => `${title}${mark} · ${texts.page(page, pages)}`)
  return sheet.end()
}

interface Drawing {
  sheet: Sheet
  paper: ReceiptPaper
  language: Language
  texts: (typeof RECEIPT_TEXTS)[Language]
}

function writeReceiptHeader({ sheet, paper: { receipt, voidSince }, language, texts }: Drawing): void {
  const { site } = receipt.content
  const half = INNER / 2 - 10
  const left = sheet.write('P', site.name, { x: MARGIN, y: MARGIN, width: half }, { weight: 'bold', size: 20 })
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
    const box = { x: MARGIN + half + 20, y: right, width: half }
    right = sheet.write('P', line, box, { size: 9, colour: SOFT })
  }
  sheet.moveTo(Math.max(left, right) + 26)
  if (receipt.isTest) sheet.warn(texts.testTitle, texts.test)
  if (voidSince) sheet.warn('', texts.void(formatDay(voidSince, language)))
  const box = { x: MARGIN, y: sheet.y, width: INNER }
  sheet.moveTo(sheet.write('H1', texts.title[receipt.kind], box, { weight: 'bold', size: 24 }) + 10)
}

function writeReceiptDetails({ sheet, paper: { receipt, paymentNumber }, language, texts }: Drawing): void {
  const { kind, content } = receipt
  sheet.drawFact(texts.number, formatReceiptNumber(receipt))
  sheet.drawFact(texts.date[kind], formatDay(receipt.happenedAt, language))
  sheet.drawFact(texts.buyer, content.buyer.name)
  sheet.drawFact(texts.seller, content.seller.name)
  sheet.drawFact(texts.paidWith, describePaymentMethod(content.paid_with, language))
  sheet.drawFact(texts.of, paymentNumber)
}

function writeAmounts({ sheet, paper: { receipt }, language, texts }: Drawing): void {
  const { kind, content, currency } = receipt
  sheet.moveTo(sheet.y + 20)
  sheet.drawRow(texts.description, texts.amount, { weight: 'bold', size: 9.5, colour: SOFT })
  sheet.drawDivider()
  for (const { description, amount } of content.lines) {
    const subject = description || texts.undescribed
    sheet.drawRow(kind === 'refund' ? texts.refundOf(subject) : subject, formatCents(amount, currency, language))
  }
  sheet.drawDivider()
  sheet.drawRow(texts.total[kind], formatCents(receipt.amount, currency, language), { weight: 'bold', size: 12.5 })
}

function writeRefunds({ sheet, paper: { receipt, refunds }, language, texts }: Drawing): void {
  const { currency } = receipt
  sheet.moveTo(sheet.y + 18)
  sheet.ensure(60)
  const box = { x: MARGIN, y: sheet.y, width: INNER }
  sheet.moveTo(sheet.write('H2', texts.refunded, box, { weight: 'bold', size: 12.5 }) + 6)
  sheet.drawDivider()
  for (const { at, number, amount } of refunds) {
    const text = texts.refundedOn(formatDay(at, language), number)
    sheet.drawRow(text, formatCents(-amount, currency, language))
  }
  sheet.drawDivider()
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0)
  sheet.drawRow(texts.left, formatCents(receipt.amount - refunded, currency, language), { weight: 'bold' })
}

function writeNotes({ sheet, paper: { receipt }, texts }: Drawing): void {
  const { site, seller } = receipt.content
  sheet.moveTo(sheet.y + 22)
  sheet.ensure(50)
  const box = { x: MARGIN, y: sheet.y, width: INNER }
  const end = sheet.write('P', texts.note(site.name, seller.name), box, { colour: SOFT })
  sheet.write('P', texts.noInvoice, { ...box, y: end + 2 }, { colour: SOFT })
}
