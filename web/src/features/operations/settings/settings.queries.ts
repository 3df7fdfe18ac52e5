import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** What is set of the site. */
export const settingsQuery = queryOptions(api.operations.settings.queryOptions())
