/** API version of the objects, equal to the SDK's API version. */
export const API_VERSION = '2026-10-28.endive'
