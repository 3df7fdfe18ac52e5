import { DEFAULT_BRANDING, toSiteTexts } from '@kundig/contract/site/branding'
import { SITE_ID } from '@kundig/contract/site/site-texts'

/** Must be imported before the application's modules. */
const element = document.createElement('script')
element.id = SITE_ID
element.type = 'application/json'
element.textContent = JSON.stringify(toSiteTexts(DEFAULT_BRANDING))
document.head.append(element)
