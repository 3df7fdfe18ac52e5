import MarkdownIt from 'markdown-it'

/** Web and mail addresses, and paths of this site: `//` would be another site. */
const LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/iu

const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false, typographer: false })
// Pictures would tell other sites who reads the page.
markdown.disable('image')
markdown.validateLink = (address) => LINK.test(address.trim())
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]
  token?.attrSet('rel', 'nofollow noopener')
  return self.renderToken(tokens, index, options)
}
// The page has a first heading of its own.
markdown.core.ruler.push('lower_first_headings', ({ tokens }) => {
  for (const token of tokens) {
    if (token.tag === 'h1') token.tag = 'h2'
  }
})

/**
 * Markdown as HTML that can do nothing but be read: HTML in it is shown as text, there are no pictures, and links lead to web
 * and mail addresses and this site only.
 */
export function renderMarkdown(source: string): string {
  return markdown.render(source)
}
