import { DEFAULT_FACE, wordsOf } from '@kundig/contract/site/site-face'
import { SITE_ID } from '@kundig/contract/site/site-words'

/** Must be imported before the application's modules. */
const element = document.createElement('script')
element.id = SITE_ID
element.type = 'application/json'
element.textContent = JSON.stringify(wordsOf(DEFAULT_FACE))
document.head.append(element)
