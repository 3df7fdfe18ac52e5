const HTML = `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
  blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div
  dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
  i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee menu menuitem meta
  meter multicol nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre
  progress q rp rt ruby s samp script search section select selectedcontent slot small source spacer span strike strong
  style sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`

const SVG = `animate animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix
  fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow
  feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight
  fespecularlighting fespotlight fetile feturbulence filter foreignobject g line lineargradient marker mask metadata
  mpath path pattern polygon polyline radialgradient rect set stop svg switch symbol text textpath tspan use view`

const MATHML = `annotation annotation-xml maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded
  mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none
  semantics`

/** Elements of HTML, SVG and MathML in browsers. No drafts: one is called "unknown", like a TypeScript type. */
const NAMES: ReadonlySet<string> = new Set(`${HTML} ${SVG} ${MATHML}`.split(/\s+/u))

export function isElementName(name: string): boolean {
  return NAMES.has(name.toLowerCase())
}
