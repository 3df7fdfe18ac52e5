import { type CustomPlugin, optimize, type XastChild, type XastElement, type XastRoot } from 'svgo'

/** Allowed elements draw, contain, paint or cut. Other elements can load, run, or differ between programs. */
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])
const HOLDERS = new Set(['g', 'defs', 'linearGradient', 'radialGradient', 'stop'])
const CUTTERS = new Set(['clipPath', 'mask'])

/** Invisible elements, whose removal is not reported. */
const UNSEEN = new Set(['title', 'desc', 'metadata', 'style'])

const ATTRIBUTES = new Set(
  [
    'd points x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height pathLength transform',
    'gradientTransform gradientUnits spreadMethod offset stop-color stop-opacity',
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit',
    'stroke-dasharray stroke-dashoffset color opacity paint-order vector-effect shape-rendering display visibility',
    'clip-path clip-rule clipPathUnits mask mask-type maskUnits maskContentUnits',
    'id',
  ].flatMap((names) => names.split(' ')),
)

/** Attributes whose values may name an element of the same drawing. */
const REFERRING = new Set(['fill', 'stroke', 'clip-path', 'mask'])

const ID = /^[\w.-]{1,100}$/u
const REFERENCE = /^url\(\s*["']?#[\w.-]{1,100}["']?\s*\)(?:\s+[\w#]+)?$/u
/** Numbers, words and colours, but no URLs. */
const PLAIN = /^(?!.*url)[\w\s.,#%()+/-]*$/isu

/** Declared longest side of a cleaned drawing (px): pages scale the drawing. */
const SIDE_PX = 512

export interface CleanSvg {
  svg: string
  width: number
  height: number
  /** Sorted names of removed elements and attributes whose absence may be visible. */
  leftOut: string[]
}

/**
 * Keeps allowed elements and attributes without outside references. First converts style sheet rules to attributes,
 * because drawing programs write colours as rules. Throws for unreadable drawings, missing sizes and entities.
 */
export function cleanSvg(text: string): CleanSvg {
  // Entities are refused, because programs expand them differently, and to any size.
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/iu.test(text)) throw new Error('SVG declares entities')
  const leftOut = new Set<string>()
  let size: { width: number; height: number } | undefined
  const onlyShapes: CustomPlugin = {
    name: 'onlyShapes',
    fn: () => ({
      root: {
        exit: (root: XastRoot) => {
          const drawing = root.children.find((child) => child.type === 'element')
          if (drawing?.name !== 'svg') throw new Error('SVG without a drawing')
          size = cleanAndScaleDrawing(drawing, leftOut)
          root.children = [drawing]
        },
      },
    }),
  }
  const { data } = optimize(text, {
    plugins: [
      { name: 'inlineStyles', params: { onlyMatchedOnce: false, useMqs: ['', 'screen'] } },
      'convertStyleToAttrs',
      onlyShapes,
    ],
  })
  if (!size) throw new Error('SVG without a drawing')
  return { svg: data, ...size, leftOut: [...leftOut].toSorted() }
}

function cleanAndScaleDrawing(drawing: XastElement, leftOut: Set<string>): { width: number; height: number } {
  const box = readBox(drawing.attributes)
  const scale = SIDE_PX / Math.max(box.width, box.height)
  const size = {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  }
  const place = { leftOut, isCutting: false }
  // The root's position and transform are dropped, because the page positions the drawing.
  const { x: _x, y: _y, transform: _transform, ...painted } = cleanAttributes(drawing, place)
  drawing.attributes = {
    ...painted,
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    width: String(size.width),
    height: String(size.height),
  }
  drawing.children = cleanChildren(drawing.children, place)
  return size
}

interface Place {
  leftOut: Set<string>
  /** True inside a clip path or mask, which may not use another one: a few nested uses cause endless work. */
  isCutting: boolean
}

function cleanChildren(children: readonly XastChild[], place: Place): XastElement[] {
  const { leftOut } = place
  return children.flatMap((child) => {
    if (child.type !== 'element') return []
    const { name } = child
    if (!SHAPES.has(name) && !HOLDERS.has(name) && !CUTTERS.has(name)) {
      if (!UNSEEN.has(name) && !name.includes(':')) leftOut.add(name)
      return []
    }
    const within = { leftOut, isCutting: place.isCutting || CUTTERS.has(name) }
    child.attributes = cleanAttributes(child, within)
    child.children = cleanChildren(child.children, within)
    return [child]
  })
}

function cleanAttributes({ name: element, attributes }: XastElement, { leftOut, isCutting }: Place) {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'href' || name === 'xlink:href') {
      // A gradient may take its stops from another gradient.
      if (element.endsWith('Gradient') && /^#[\w.-]{1,100}$/u.test(value)) kept['href'] = value
      else leftOut.add('href')
    } else if (ATTRIBUTES.has(name)) {
      if (isAllowedValue(name, value) && !(isCutting && (name === 'clip-path' || name === 'mask'))) kept[name] = value
      else leftOut.add(name)
    } else if (/^on|^filter$|^style$/iu.test(name)) {
      leftOut.add(name)
    }
  }
  return kept
}

function isAllowedValue(name: string, value: string): boolean {
  if (name === 'id') return ID.test(value)
  return PLAIN.test(value) || (REFERRING.has(name) && REFERENCE.test(value.trim()))
}

/** Reads position and size. Throws an Error for a drawing without a size. */
function readBox({ viewBox = '', width = '', height = '' }: XastElement['attributes']) {
  const [x = NaN, y = NaN, w = NaN, h = NaN] = viewBox
    .trim()
    .split(/[\s,]+/u)
    .map(Number)
  const box =
    viewBox.trim() === ''
      ? { x: 0, y: 0, width: Number.parseFloat(width), height: Number.parseFloat(height) }
      : { x, y, width: w, height: h }
  const isUsable = Object.values(box).every((number) => Number.isFinite(number) && Math.abs(number) < 1e6)
  if (
    !isUsable ||
    box.width <= 0 ||
    box.height <= 0 ||
    Math.max(box.width / box.height, box.height / box.width) > 100
  ) {
    throw new Error('SVG without a size')
  }
  return box
}
