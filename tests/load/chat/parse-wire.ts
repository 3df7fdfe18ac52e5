/** What both sides of the comparison with Parse Server must call alike. */
export const PARSE_APP = 'bench'
export const PARSE_CLASS = 'ChatMessage'
