import { DEFAULT_BRANDING, toSiteTexts } from '@kundig/contract/site/branding'
import { SITE_ID } from '@kundig/contract/site/site-texts'

/** Writes the site's texts into the page. This module must be imported before the application. */
const element = document.createElement('script')
element.id = SITE_ID
element.type = 'application/json'
element.textContent = JSON.stringify(toSiteTexts(DEFAULT_BRANDING))
document.head.append(element)
