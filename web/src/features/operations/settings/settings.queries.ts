import { queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

export const settingsQuery = queryOptions(api.operations.settings.queryOptions())
