import MarkdownIt from 'markdown-it'

/** Matches web and mail addresses and paths of this site. A path with `//` would be another site. */
const LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\])|#)/iu

const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false, typographer: false })
// Disables pictures, which would reveal the page's readers to other sites.
markdown.disable('image')
markdown.validateLink = (address) => LINK.test(address.trim())
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  const token = tokens[index]
  token?.attrSet('rel', 'nofollow noopener')
  return self.renderToken(tokens, index, options)
}
// Lowers first-level headings, because the page already has a heading of the first level.
markdown.core.ruler.push('lower_first_headings', ({ tokens }) => {
  for (const token of tokens) {
    if (token.tag === 'h1') token.tag = 'h2'
  }
})

/** Converts Markdown to HTML without pictures. HTML becomes text. Links lead only to web, mail and this site. */
export function renderMarkdown(source: string): string {
  return markdown.render(source)
}
